import { z } from 'zod';
import type { Plan } from '../plans/plans.js';
import { ServiceError } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';

export const Moment = z.iso.datetime();
const Limit = z.number().nullable().describe('`null`: without a limit.');

export const PlanView = z.object({
  id: z.string().meta({ examples: ['starter'] }),
  name: z.string().meta({ examples: ['Starter'] }),
  calls_per_month: Limit,
  calls_per_second: Limit,
  burst: Limit,
  collections: Limit,
  people: Limit,
  faces: Limit,
});

const SubscriptionView = z.object({
  plan: PlanView,
  started_at: Moment,
  ends_at: Moment.nullable().describe('When the subscription ends; `null`: it has no end.'),
  period_start: Moment,
  period_end: Moment,
  used: z.int().describe('Calls that count against the quota of this period.'),
  active: z.boolean(),
});

const AccountView = z.object({
  email: z.string(),
  email_verified: z.boolean().describe('Whether the user has shown that the address is theirs.'),
  has_password: z.boolean().describe('False for users of the identity provider.'),
  role: z.enum(['user', 'admin']),
  api_key: z
    .string()
    .nullable()
    .describe('The oldest of the API keys; `null` where none can be shown: add one, or replace them.'),
  created_at: Moment,
  suspended: z.boolean(),
  subscription: SubscriptionView.nullable(),
});

/** The response of most routes. */
export const WithAccount = z.object({ account: AccountView });

export const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

export const planView = (plan: Plan): z.infer<typeof PlanView> => ({
  id: plan.id,
  name: plan.name,
  calls_per_month: plan.callsPerMonth,
  calls_per_second: plan.callsPerSecond,
  burst: plan.burst,
  collections: plan.collections,
  people: plan.people,
  faces: plan.faces,
});

/** The account as its owner sees it. */
export async function accountView(
  deps: AccountDeps,
  accountId: string,
): Promise<z.infer<typeof WithAccount>> {
  const account = await deps.store.byId(accountId);
  if (account === null) throw new ServiceError('not-logged-in');
  return {
    account: {
      email: account.label,
      email_verified: account.userId !== null && (await deps.users.isVerified(account.userId)),
      has_password: account.userId !== null && (await deps.users.hasPassword(account.userId)),
      role: account.role,
      api_key: await deps.apiKeys.show(accountId),
      created_at: moment(account.createdAt),
      suspended: account.suspendedAt !== null,
      subscription: await subscriptionView(deps, accountId),
    },
  };
}

async function subscriptionView(
  { subscriptions, plans, usage }: AccountDeps,
  accountId: string,
): Promise<z.infer<typeof SubscriptionView> | null> {
  const subscription = await subscriptions.find(accountId);
  // The operator may have removed the plan.
  const plan = subscription && plans.get(subscription.plan);
  if (subscription === null || !plan) return null;
  const { startedAt, endsAt, period, active } = subscription;
  return {
    plan: planView(plan),
    started_at: moment(startedAt),
    ends_at: endsAt === null ? null : moment(endsAt),
    period_start: moment(period.start),
    period_end: moment(period.end),
    used: await usage.usedInPeriod(accountId, period.start),
    active,
  };
}

/** A suspended account can be viewed, but not changed in ways that affect calls. */
export async function rejectSuspended({ store }: AccountDeps, accountId: string): Promise<void> {
  if ((await store.byId(accountId))?.suspendedAt != null) throw new ServiceError('account-suspended');
}
