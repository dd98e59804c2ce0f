import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountCursor } from '../account-list.js';
import { ServiceError } from '../../errors.js';
import { DAY_MS, dayOf } from '../../accounts/usage/day.js';
import { addAccountRoute } from '../../accounts/routes/account-route.js';
import { Moment, moment } from '../../accounts/routes/account-view.js';
import { badParameter, UsageDays } from '../../accounts/routes/usage-routes.js';
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

// PostgreSQL accepts every character except NUL.
const Search = z
  .string()
  .max(MAX_SEARCH_LENGTH)
  .regex(/^[^\0]*$/);
const After = z.string().regex(/^\d{1,15}~[\w-]{1,100}$/);

export function addListAccounts(app: FastifyInstance, { accountList }: AdminDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/admin/accounts',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'listAccounts',
    summary: 'List the accounts',
    description: `Accounts with their plans and the calls of the current period, ${PAGE} on a page.`,
    message: 'The accounts.',
    query: {
      search: { schema: Search, description: 'A part of the email address, or the whole id of the account.' },
      after: { schema: After, description: 'Where the page begins: `next` of the page before.' },
    },
    data: Accounts,
    errors: ['bad-parameter'],
    handle: async ({ request }) => {
      const { search, after } = questionOf(request);
      // One more shows whether there is a next page.
      const found = await accountList.page({ limit: PAGE + 1, order: 'newest first', search, after });
      const accounts = found.slice(0, PAGE);
      const last = accounts.at(-1);
      return {
        accounts: accounts.map(accountView),
        next: found.length > PAGE && last !== undefined ? `${last.createdAt}~${last.id}` : null,
      };
    },
  });
}

function questionOf({ query }: FastifyRequest): { search: string; after: AccountCursor | null } {
  const { search = '', after } = query as { search?: unknown; after?: unknown };
  const text = Search.safeParse(search);
  if (!text.success) throw badParameter('search', `be one text of at most ${MAX_SEARCH_LENGTH} characters`);
  return { search: text.data.trim(), after: after === undefined ? null : positionOf(after) };
}

function positionOf(after: unknown): AccountCursor {
  const parsed = After.safeParse(after);
  if (!parsed.success) throw badParameter('after', 'be the value of next on the page before');
  const [createdAt = '', id = ''] = parsed.data.split('~');
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

export function addShowOneAccount(app: FastifyInstance, deps: AdminDeps): void {
  addAccountRoute(app, {
    method: 'GET',
    path: '/admin/account',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'showOneAccount',
    summary: 'Show an account',
    description: `An account with the names of its API keys, its calls of the last ${USAGE_DAYS} days and what admins have changed.`,
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
}

function idOf({ query }: FastifyRequest): string {
  const parsed = accountId.safeParse((query as { account?: unknown }).account);
  if (!parsed.success) throw noSuchAccount();
  return parsed.data;
}

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

export function addSuspendAccount(app: FastifyInstance, deps: AdminDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/admin/accounts/suspend',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description: 'All its calls are rejected from now on, on every server. Admins cannot suspend themselves.',
    message: 'Account suspended.',
    body: SuspendBody,
    data: WithAdminAccount,
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
}

export function addResumeAccount(app: FastifyInstance, deps: AdminDeps): void {
  addAccountRoute(app, {
    method: 'POST',
    path: '/admin/accounts/resume',
    auth: 'admin',
    tag: 'Admin',
    operationId: 'resumeAccount',
    summary: 'Lift the suspension of an account',
    description: 'Its calls are accepted again.',
    message: 'Suspension lifted.',
    body: Body,
    data: WithAdminAccount,
    errors: ['wrong-credentials', 'too-many-attempts'],
    handle: async ({ request, body }) => {
      const { actor, account } = await actOn(deps, request, body);
      await deps.adminChanges.resume(actor, account);
      return accountNow(deps, account.id);
    },
  });
}
