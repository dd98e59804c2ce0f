import { periodAt, type Period } from '../plans/periods.js';
import type { Plan, Plans } from '../plans/plans.js';
import type { Allowance, RefusalReason } from './meter.js';
import { rateLimitOf, tatAfterCall, tokensAt, waitAt } from './rate.js';

/** What the database knows of the account behind a user id. */
export interface AccountState {
  readonly accountId: string;
  readonly suspendedAt: number | null;
  /** The id of the plan; null without a subscription. */
  readonly plan: string | null;
  readonly startedAt: number | null;
  readonly endsAt: number | null;
  readonly tat: number;
}

/** The account's calls at one moment, by the start of the period that they count in. */
export interface CallCounts {
  readonly now: number;
  readonly used: ReadonlyMap<number, number>;
  readonly reserved: ReadonlyMap<number, number>;
}

/** Where an account stands in its plan. */
export interface Standing {
  readonly accountId: string;
  readonly plan: Plan;
  readonly period: Period;
  readonly now: number;
  readonly tat: number;
  /** Counted calls and those in flight. */
  readonly taken: number;
}

/** Refusals that have nothing to do with how much was called. */
export type AccountRefusal = Exclude<RefusalReason, 'unknown-user-id' | 'rate-limit' | 'quota'>;

export type Decision =
  | { readonly kind: 'admitted'; readonly standing: Standing }
  | { readonly kind: 'account-refused'; readonly reason: AccountRefusal; readonly accountId: string }
  | {
      readonly kind: 'plan-refused';
      readonly reason: 'rate-limit' | 'quota';
      readonly standing: Standing;
      /** How long the plan refuses every further call, whatever happens to those in flight. */
      readonly lastsMs: number;
    };

/** Whether the account may make one more call now. The one place with the rules of rate, period and quota. */
export function decide(account: AccountState, counts: CallCounts, plans: Plans): Decision {
  const { now } = counts;
  const subscribed = subscriptionOf(account, plans, now);
  if (typeof subscribed === 'string')
    return { kind: 'account-refused', reason: subscribed, accountId: account.accountId };

  const { plan, startedAt } = subscribed;
  const period = periodAt(startedAt, now);
  const used = counts.used.get(period.start) ?? 0;
  const taken = used + (counts.reserved.get(period.start) ?? 0);
  const standing: Standing = { accountId: account.accountId, plan, period, now, tat: account.tat, taken };

  const rate = rateLimitOf(plan);
  if (rate !== null && tokensAt(rate, account.tat, now) < 1)
    return { kind: 'plan-refused', reason: 'rate-limit', standing, lastsMs: waitAt(rate, account.tat, now) };

  const quota = plan.callsPerMonth;
  if (quota !== null && taken >= quota) {
    // Calls in flight may still be released; those that were counted stay counted until the period ends.
    const lastsMs = used >= quota ? period.end - now : 0;
    return { kind: 'plan-refused', reason: 'quota', standing, lastsMs };
  }

  const tat = rate === null ? account.tat : tatAfterCall(rate, account.tat, now);
  return { kind: 'admitted', standing: { ...standing, tat, taken: taken + 1 } };
}

function subscriptionOf(
  { suspendedAt, plan, startedAt, endsAt }: AccountState,
  plans: Plans,
  now: number,
): { readonly plan: Plan; readonly startedAt: number } | AccountRefusal {
  if (suspendedAt !== null) return 'account-suspended';
  const known = plan === null ? undefined : plans.get(plan);
  if (known === undefined || startedAt === null) return 'no-subscription';
  if (endsAt !== null && endsAt <= now) return 'subscription-ended';
  return { plan: known, startedAt };
}

/** What is left of the plan. */
export function allowanceOf({ plan, now, tat, taken, period }: Standing): Allowance {
  const rate = rateLimitOf(plan);
  const limit = plan.callsPerMonth;
  return {
    rate: rate && {
      limit: rate.burst,
      remaining: Math.max(0, tokensAt(rate, tat, now)),
      resetMs: Math.max(0, tat - now),
    },
    quota:
      limit === null
        ? null
        : {
            limit,
            used: taken,
            remaining: Math.max(0, limit - taken),
            resetMs: Math.max(0, period.end - now),
          },
  };
}

/** How long the caller should wait before the next call can succeed. */
export function retryAfterMs(reason: 'rate-limit' | 'quota', { plan, now, tat, period }: Standing): number {
  if (reason === 'quota') return Math.max(0, period.end - now);
  const rate = rateLimitOf(plan);
  return rate === null ? 0 : waitAt(rate, tat, now);
}
