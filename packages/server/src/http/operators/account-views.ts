import { z } from 'zod';
import type { ListedAccount } from '../../accounts/administration/account-list.js';
import { ServiceError } from '../../errors.js';
import { Moment, moment } from '../account/account-view.js';
import type { OperatorDeps } from './operator-deps.js';

/** In a body or a query. */
export const accountId = z
  .string({ error: 'the id of an account' })
  .regex(/^[\w-]{1,100}$/, { error: 'the id of an account' });

export const OperatorAccount = z.object({
  id: z.string(),
  email: z.string().describe('The email address; `demo` for the demo account.'),
  role: z.enum(['member', 'administrator']),
  state: z.enum(['active', 'suspended', 'no plan', 'plan ended', 'plan unknown']),
  suspended: z.boolean(),
  plan: z.string().nullable(),
  used: z.int().nullable().describe('Counted calls of the current period.'),
  quota: z.int().nullable().describe('`null`: without a limit.'),
  period_end: Moment.nullable(),
  plan_ends: Moment.nullable(),
  created_at: Moment,
});

export const WithOperatorAccount = z.object({ account: OperatorAccount });

const momentOrNull = (at: number | null): string | null => (at === null ? null : moment(at));

export const accountView = (account: ListedAccount): z.infer<typeof OperatorAccount> => ({
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
});

/** The response to every change: the account after it. */
export async function accountNow(
  { accountList }: Pick<OperatorDeps, 'accountList'>,
  id: string,
): Promise<z.infer<typeof WithOperatorAccount>> {
  const account = await accountList.find(id);
  if (account === null) throw noSuchAccount();
  return { account: accountView(account) };
}

export const noSuchAccount = (): ServiceError =>
  new ServiceError('bad-parameter', 'The parameter account must be the id of an account.', {
    parameter: 'account',
  });
