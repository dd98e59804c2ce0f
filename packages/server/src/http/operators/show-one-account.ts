import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayOf } from '../../accounts/usage/day.js';
import { addAccountRoute } from '../account/account-route.js';
import { Moment, moment } from '../account/account-view.js';
import { DAY_MS, UsageDays } from '../account/usage-routes.js';
import { accountId, accountView, noSuchAccount, OperatorAccount } from './account-views.js';
import { AuditView, auditView } from './audit-view.js';
import type { OperatorDeps } from './operator-deps.js';

const USAGE_DAYS = 30;
const SHOWN_CHANGES = 20;

const OneAccount = z.object({
  account: OperatorAccount,
  user_ids: z
    .array(z.object({ name: z.string(), created_at: Moment, last_used_at: Moment.nullable() }))
    .describe('By name; the user ids themselves are shown to the owner of the account alone.'),
  days: UsageDays,
  audit: z.array(AuditView).describe(`The newest ${SHOWN_CHANGES} changes of this account.`),
});

export function addShowOneAccount(app: FastifyInstance, deps: OperatorDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/operators/account',
    auth: 'administrator',
    tag: 'Operators',
    operationId: 'showOneAccount',
    summary: 'Show an account',
    description: `An account with the names of its user ids, its calls of the last ${USAGE_DAYS} days and what operators have changed.`,
    message: 'The account.',
    query: { account: { schema: accountId, description: 'The id of the account.' } },
    data: OneAccount,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const account = await deps.accountList.find(idOf(request));
      if (account === null) throw noSuchAccount();
      const { id } = account;
      const now = Date.now();
      const from = dayOf(now - (USAGE_DAYS - 1) * DAY_MS);
      const { rows } = await deps.auditLog.page({ limit: SHOWN_CHANGES, accountId: id });
      return {
        account: accountView(account),
        user_ids: (await deps.userIds.list(id)).map(({ name, createdAt, lastUsedAt }) => ({
          name,
          created_at: moment(createdAt),
          last_used_at: lastUsedAt === null ? null : moment(lastUsedAt),
        })),
        days: await deps.usage.usageByDay(id, from, dayOf(now)),
        audit: rows.map(auditView),
      };
    },
  });
}

function idOf({ query }: FastifyRequest): string {
  const parsed = accountId.safeParse((query as { account?: unknown }).account);
  if (!parsed.success) throw noSuchAccount();
  return parsed.data;
}
