import { periodAt, type Period } from '../plans/periods.js';
import type { Plan, Plans } from '../plans/plans.js';
import type { ErrorCode } from '../../errors.js';
import type { Scope } from '../../http/scopes.js';

/** The account of an API key, as stored in the database. */
export interface AccountState {
  readonly accountId: string;
  readonly suspendedAt: number | null;
  /** The id of the plan; null without a subscription. */
  readonly plan: string | null;
  readonly startedAt: number | null;
  readonly endsAt: number | null;
  readonly tat: number;
}

/** What the API key of a call may be used for, as stored in the database. */
export interface KeyState {
  readonly scopes: string | null;
  readonly expiresAt: number | null;
  readonly origins: string | null;
}

/** What an API key is used for. */
export interface KeyUse {
  readonly scope?: Scope;
  /** Of the web page that calls. */
  readonly origin?: string | undefined;
}

/** The account's calls at one point in time, by the start of their period. */
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
  /** Counted calls. */
  readonly used: number;
  /** Counted calls and calls in flight. */
  readonly taken: number;
  /** How many calls of the quota the request may take. */
  readonly calls: number;
}

/** Rejections that do not depend on the number of calls. */
export type AccountRejection = Extract<
  ErrorCode,
  | 'no-subscription'
  | 'subscription-ended'
  | 'account-suspended'
  | 'api-key-expired'
  | 'api-key-scope'
  | 'api-key-origin'
>;

/** Rejections by the rate or the quota of the plan. */
export type PlanRejection = Extract<ErrorCode, 'rate-limit' | 'quota'>;

export type Decision =
  | { readonly kind: 'admitted'; readonly standing: Standing }
  | { readonly kind: 'account-rejected'; readonly reason: AccountRejection; readonly accountId: string }
  | {
      readonly kind: 'plan-rejected';
      readonly reason: PlanRejection;
      readonly standing: Standing;
      /** How long every further call will be rejected, whatever happens to the calls in flight. */
      readonly lastsMs: number;
    };

/** Why the API key must not be used so; null if it may. A use that names nothing is allowed only to keys without limits. */
export function keyRejection(
  { scopes, expiresAt, origins }: KeyState,
  { scope, origin }: KeyUse,
  now: number,
): AccountRejection | null {
  if (expiresAt !== null && expiresAt <= now) return 'api-key-expired';
  if (scopes !== null && (scope === undefined || !scopes.split(' ').includes(scope))) return 'api-key-scope';
  const isBound = origins !== null && origins !== '';
  if (isBound && (origin === undefined || !origins.split(' ').includes(origin))) return 'api-key-origin';
  return null;
}

/** Whether the account may make so many calls now, with one request. The only place with the rules of rate, period and quota. */
export function decide(
  account: AccountState,
  counts: CallCounts,
  plans: Plans,
  /** None: what the request does is not counted. */
  calls = 1,
): Decision {
  const { now } = counts;
  const subscribed = subscriptionOf(account, plans, now);
  if (typeof subscribed === 'string')
    return { kind: 'account-rejected', reason: subscribed, accountId: account.accountId };

  const { plan, startedAt } = subscribed;
  const period = periodAt(startedAt, now);
  const used = counts.used.get(period.start) ?? 0;
  const taken = used + (counts.reserved.get(period.start) ?? 0);
  const standing: Standing = {
    accountId: account.accountId,
    plan,
    period,
    now,
    tat: account.tat,
    used,
    taken,
    calls,
  };

  const rate = rateLimitOf(plan);
  if (rate !== null && tokensAt(rate, account.tat, now) < tokensFor(rate, calls))
    return {
      kind: 'plan-rejected',
      reason: 'rate-limit',
      standing,
      lastsMs: waitAt(rate, 1, account.tat, now),
    };

  const quota = plan.callsPerMonth;
  if (calls > 0 && quota !== null && taken + calls > quota) {
    const lastsMs = isUsedUp({ plan, used, calls: 1 }) ? period.end - now : 0;
    return { kind: 'plan-rejected', reason: 'quota', standing, lastsMs };
  }

  const tat = rate === null ? account.tat : tatAfter(rate, tokensFor(rate, calls), account.tat, now);
  return { kind: 'admitted', standing: { ...standing, tat, taken: taken + calls } };
}

function subscriptionOf(
  { suspendedAt, plan, startedAt, endsAt }: AccountState,
  plans: Plans,
  now: number,
): { readonly plan: Plan; readonly startedAt: number } | AccountRejection {
  if (suspendedAt !== null) return 'account-suspended';
  const known = plan === null ? undefined : plans.get(plan);
  if (known === undefined || startedAt === null) return 'no-subscription';
  if (endsAt !== null && endsAt <= now) return 'subscription-ended';
  return { plan: known, startedAt };
}

/** What the plan allows, and what is left after this call; null if the plan has no such limit. */
export interface PlanLimits {
  readonly rate: Limit | null;
  /** `used`: counted calls and calls in flight. */
  readonly quota: (Limit & { readonly used: number }) | null;
}

export interface Limit {
  readonly limit: number;
  readonly remaining: number;
  /** Until the full burst is available again, or until the next period. */
  readonly resetMs: number;
}

export function limitsOf({ plan, now, tat, taken, period }: Standing): PlanLimits {
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

/** Counted calls stay counted until the period ends; calls in flight may still be released. */
const isUsedUp = ({ plan, used, calls }: Pick<Standing, 'plan' | 'used' | 'calls'>): boolean =>
  plan.callsPerMonth !== null && used + calls > plan.callsPerMonth;

/** About as long as a call takes: when one in flight ends, it may be released. */
const IN_FLIGHT_RETRY_MS = 1000;

/** How long to wait until the next call can succeed. */
export function retryAfterMs(reason: PlanRejection, standing: Standing): number {
  const { plan, now, tat, period, calls } = standing;
  if (reason === 'quota') {
    const restOfPeriod = Math.max(0, period.end - now);
    return isUsedUp(standing) ? restOfPeriod : Math.min(IN_FLIGHT_RETRY_MS, restOfPeriod);
  }
  const rate = rateLimitOf(plan);
  return rate === null ? 0 : waitAt(rate, tokensFor(rate, calls), tat, now);
}

/** How much of the rate a request gets back that took fewer calls than were reserved, in milliseconds of `tat`. */
export function unusedRateMs({ plan, calls }: Pick<Standing, 'plan' | 'calls'>, used: number): number {
  const rate = rateLimitOf(plan);
  return rate === null ? 0 : (tokensFor(rate, calls) - tokensFor(rate, used)) * rate.intervalMs;
}

/**
 * The rate limit of a plan, by the generic cell rate algorithm (GCRA): a call every `intervalMs`, and up to `burst` at
 * once. The only state is the "theoretical arrival time" (`tat`) of the next call.
 */
interface RateLimit {
  readonly intervalMs: number;
  readonly burst: number;
}

/** Today's timestamps have a precision of 0.0002 ms as doubles; a token that lacks less than this is complete. */
const TOKEN_TOLERANCE = 0.001;

/** How far two clock readings may differ although both are right: a statement may wait for a lock. */
const CLOCK_SLACK_MS = 10_000;

function rateLimitOf({ callsPerSecond, burst }: Plan): RateLimit | null {
  if (callsPerSecond === null) return null;
  return { intervalMs: 1000 / callsPerSecond, burst: burst ?? Math.max(1, Math.ceil(callsPerSecond)) };
}

/**
 * The time from which the next call is counted. A `tat` further ahead than the whole burst comes from a slower plan, or
 * from a clock that was set back: it must not lock the account out, so one call is allowed.
 */
function levelAt({ intervalMs, burst }: RateLimit, tat: number, now: number): number {
  const isFromAnotherRate = tat > now + burst * intervalMs + CLOCK_SLACK_MS;
  return isFromAnotherRate ? now + (burst - 1) * intervalMs : Math.max(tat, now);
}

/** What a request costs of the rate: each of its calls, but never more than the burst, which would never be there. */
const tokensFor = ({ burst }: RateLimit, calls: number): number => Math.min(Math.max(1, calls), burst);

/** How many calls are allowed at once now. */
function tokensAt(limit: RateLimit, tat: number, now: number): number {
  const { intervalMs, burst } = limit;
  return Math.floor((now + burst * intervalMs - levelAt(limit, tat, now)) / intervalMs + TOKEN_TOLERANCE);
}

/** The `tat` after so many calls now. */
function tatAfter(limit: RateLimit, calls: number, tat: number, now: number): number {
  return levelAt(limit, tat, now) + calls * limit.intervalMs;
}

/** Time until so many calls are allowed. */
function waitAt(limit: RateLimit, calls: number, tat: number, now: number): number {
  const { intervalMs, burst } = limit;
  return tokensAt(limit, tat, now) >= calls
    ? 0
    : levelAt(limit, tat, now) + calls * intervalMs - (now + burst * intervalMs);
}
