import { envelope } from '../../http/response-kinds.js';
import { jsonBody } from '../../http/json-body.js';
import { text } from '../../http/query.js';
import { route, type Route } from '../../http/route.js';
import { z } from 'zod';
import type { AccountCursor } from '../account-list.js';
import { ServiceError } from '../../errors.js';
import { DAY_MS, dayOf, moment, Moment, UsageDays } from '../../accounts/index.js';
import {
  accountId,
  accountNow,
  accountView,
  actOn,
  CHANGE,
  noSuchAccount,
  AdminAccount,
  WithAdminAccount,
  type AdminDeps,
} from './admin-account.js';
import { AuditView, auditView } from './monitoring-routes.js';

const PAGE = 25;
const MAX_SEARCH_LENGTH = 254;

const Accounts = z.object({
  accounts: z.array(AdminAccount).describe('The newest first.'),
  next: z.string().nullable().describe('The value of `after` for the next page; `null` on the last one.'),
});

const AFTER = /^\d{1,15}~[\w-]{1,100}$/;

export const listAccounts = ({ accountList }: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/accounts',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'listAccounts',
      tag: 'Admin',
      summary: 'List the accounts',
      description: `Accounts with their plans and the calls of the current period, ${PAGE} on a page.`,
    },
    query: {
      search: text(
        // PostgreSQL accepts every character except NUL.
        z
          .string()
          .max(MAX_SEARCH_LENGTH)
          .regex(/^[^\0]*$/),
        'A part of the email address, or the whole id of the account.',
        `must be one text of at most ${MAX_SEARCH_LENGTH} characters`,
      ),
      after: text(
        z.string().regex(AFTER),
        'Where the page begins: `next` of the page before.',
        'must be the value of next on the page before',
      ),
    },
    response: envelope('The accounts.', Accounts),
    handle: async ({ query: { search = '', after } }) => {
      // One more shows whether there is a next page.
      const found = await accountList.page({
        limit: PAGE + 1,
        order: 'newest first',
        search: search.trim(),
        after: after === undefined ? null : positionOf(after),
      });
      const accounts = found.slice(0, PAGE);
      const last = accounts.at(-1);
      return {
        accounts: accounts.map(accountView),
        next: found.length > PAGE && last !== undefined ? `${last.createdAt}~${last.id}` : null,
      };
    },
  });

function positionOf(after: string): AccountCursor {
  const [createdAt = '', id = ''] = after.split('~');
  return { createdAt: Number(createdAt), id };
}

const USAGE_DAYS = 30;
const SHOWN_CHANGES = 20;

const OneAccount = z.object({
  account: AdminAccount,
  api_keys: z
    .array(z.object({ name: z.string(), created_at: Moment, last_used_at: Moment.nullable() }))
    .describe('By name; the API keys themselves are shown to the owner of the account alone.'),
  days: UsageDays,
  audit: z.array(AuditView).describe(`The newest ${SHOWN_CHANGES} changes of this account.`),
});

export const showOneAccount = (deps: AdminDeps): Route =>
  route({
    method: 'GET',
    path: '/admin/account',
    caller: 'admin',
    cost: 'rows',
    document: {
      operationId: 'showOneAccount',
      tag: 'Admin',
      summary: 'Show an account',
      description: `An account with the names of its API keys, its calls of the last ${USAGE_DAYS} days and what admins have changed.`,
    },
    query: { account: text(accountId, 'The id of the account.', 'must be the id of an account') },
    response: envelope('The account.', OneAccount),
    handle: async ({ query }) => {
      const account = query.account === undefined ? null : await deps.accountList.find(query.account);
      if (account === null) throw noSuchAccount();
      const { id } = account;
      const now = Date.now();
      const from = dayOf(now - (USAGE_DAYS - 1) * DAY_MS);
      const { rows } = await deps.auditLog.page({ limit: SHOWN_CHANGES, accountId: id });
      return {
        account: accountView(account),
        api_keys: (await deps.apiKeys.list(id)).map(({ name, createdAt, lastUsedAt }) => ({
          name,
          created_at: moment(createdAt),
          last_used_at: lastUsedAt === null ? null : moment(lastUsedAt),
        })),
        days: await deps.usage.usageByDay(id, from, dayOf(now)),
        audit: rows.map(auditView),
      };
    },
  });

const Body = z.object(CHANGE);

const MAX_REASON_LENGTH = 200;
const REASON = `a text of at most ${MAX_REASON_LENGTH} characters`;

const SuspendBody = z.object({
  ...CHANGE,
  reason: z
    .string({ error: REASON })
    .trim()
    .max(MAX_REASON_LENGTH, { error: REASON })
    .default('')
    .describe('Why, for other admins: it is part of the audit log.'),
});

export const suspendAccount = (deps: AdminDeps): Route =>
  route({
    method: 'POST',
    path: '/admin/accounts/suspend',
    caller: 'admin',
    cost: 'log-in',
    document: {
      operationId: 'suspendAccount',
      tag: 'Admin',
      summary: 'Suspend an account',
      description:
        'All its calls are rejected from now on, on every server. Admins cannot suspend themselves.',
    },
    body: jsonBody(SuspendBody),
    response: envelope('Account suspended.', WithAdminAccount),
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      if (account.id === actor.name)
        throw new ServiceError('bad-field', 'The field account must not be your own account.', {
          field: 'account',
        });
      await deps.adminChanges.suspend(actor, account, body.reason);
      return accountNow(deps, account.id);
    },
  });

export const resumeAccount = (deps: AdminDeps): Route =>
  route({
    method: 'POST',
    path: '/admin/accounts/resume',
    caller: 'admin',
    cost: 'log-in',
    document: {
      operationId: 'resumeAccount',
      tag: 'Admin',
      summary: 'Lift the suspension of an account',
      description: 'Its calls are accepted again.',
    },
    body: jsonBody(Body),
    response: envelope('Suspension lifted.', WithAdminAccount),
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      await deps.adminChanges.resume(actor, account);
      return accountNow(deps, account.id);
    },
  });
