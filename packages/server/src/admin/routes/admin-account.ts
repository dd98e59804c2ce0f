import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { AccountList, ListedAccount } from '../account-list.js';
import type { Actor, AdminChanges } from '../admin-changes.js';
import {
  type AccountRecord,
  type AccountStore,
  type ApiKeys,
  type AuditLog,
  clientOf,
  confirmation,
  moment,
  Moment,
  password,
  type Plans,
  requireAdmin,
  type Subscriptions,
  type Usage,
  userOf,
  type Users,
} from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import type { Health } from './health.js';

/** What the admin routes depend on. */
export interface AdminDeps {
  readonly users: Pick<Users, 'confirm' | 'isLoggedIn'>;
  readonly store: Pick<AccountStore, 'byId'>;
  readonly apiKeys: Pick<ApiKeys, 'list'>;
  readonly plans: Plans;
  readonly subscriptions: Pick<Subscriptions, 'countByPlan'>;
  readonly usage: Pick<Usage, 'totalByDay' | 'usageByDay'>;
  readonly adminChanges: Pick<AdminChanges, 'suspend' | 'resume' | 'grantPlan' | 'endPlan'>;
  readonly accountList: Pick<AccountList, 'page' | 'find'>;
  readonly auditLog: Pick<AuditLog, 'page'>;
  /** The state of the server that handles the request. */
  readonly health: () => Promise<Health>;
}

/** In a body or a query. */
export const accountId = z
  .string({ error: 'the id of an account' })
  .regex(/^[\w-]{1,100}$/, { error: 'the id of an account' });

export const AdminAccount = z.object({
  id: z.string(),
  email: z
    .string()
    .describe('The email address; of a service account, its name; `demo` for the demo account.'),
  role: z.enum(['user', 'admin']),
  state: z.enum(['active', 'suspended', 'no plan', 'plan ended', 'plan unknown']),
  suspended: z.boolean(),
  plan: z.string().nullable(),
  used: z.int().nullable().describe('Counted calls of the current period.'),
  quota: z.int().nullable().describe('`null`: without a limit.'),
  period_end: Moment.nullable(),
  plan_ends: Moment.nullable(),
  created_at: Moment,
  collections: z.int(),
  people: z.int().describe('In all collections of the account; who they are is not shown.'),
  faces: z.int(),
});

export const WithAdminAccount = z.object({ account: AdminAccount });

const momentOrNull = (at: number | null): string | null => (at === null ? null : moment(at));

export const accountView = (account: ListedAccount): z.infer<typeof AdminAccount> => ({
  id: account.id,
  email: account.label,
  role: account.role,
  state: account.state,
  suspended: account.suspended,
  plan: account.plan,
  used: account.used,
  quota: account.quota,
  period_end: momentOrNull(account.periodEnd),
  plan_ends: momentOrNull(account.planEnds),
  created_at: moment(account.createdAt),
  collections: account.collections,
  people: account.people,
  faces: account.faces,
});

/** The response to every change: the account after it. */
export async function accountNow(
  { accountList }: Pick<AdminDeps, 'accountList'>,
  id: string,
): Promise<z.infer<typeof WithAdminAccount>> {
  const account = await accountList.find(id);
  if (account === null) throw noSuchAccount();
  return { account: accountView(account) };
}

export const noSuchAccount = (): ServiceError =>
  new ServiceError('bad-parameter', 'The parameter account must be the id of an account.', {
    parameter: 'account',
  });

/** Every change names the account, and proves with the password that the admin is present. */
export const CHANGE = {
  account: accountId,
  password: password.optional().describe(confirmation('of the admin')),
};

interface Change {
  readonly account: string;
  readonly password?: string | undefined;
}

/**
 * Checks the admin's password and finds the account. The actor is checked once more in the transaction of the
 * change: an actor who has lost the role or was logged out meanwhile changes nothing.
 */
export async function actOn(
  { users, store }: AdminDeps,
  request: FastifyRequest,
  change: Change,
): Promise<{ readonly actor: Actor; readonly account: AccountRecord }> {
  const user = userOf(request);
  await users.confirm(user, change.password);
  const account = await store.byId(change.account);
  if (account === null)
    throw new ServiceError('bad-field', 'The field account must be the id of an account.', {
      field: 'account',
    });
  const client = clientOf(request);
  const actor: Actor = {
    name: user.accountId,
    check: async (tx) => {
      if (!(await users.isLoggedIn(client, tx))) throw new ServiceError('not-logged-in');
      const row = await tx
        .selectFrom('account')
        .select(['role', 'suspended_at'])
        .where('id', '=', user.accountId)
        .executeTakeFirst();
      requireAdmin({ role: row?.role ?? 'user', suspended: row?.suspended_at != null });
    },
  };
  return { actor, account };
}
