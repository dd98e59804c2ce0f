import type { Plan } from '../plans/plans.js';

/**
 * The rate of a plan as GCRA sees it: a call every `intervalMs`, and up to `burst` of them at once. All that is kept of
 * the past is one number, the "theoretical arrival time" (`tat`) at which the next call would be on time.
 */
export interface RateLimit {
  readonly intervalMs: number;
  readonly burst: number;
}

/** Moments of today have steps of 0.0002 ms as doubles; a token that lacks less than this is whole. */
const TOKEN_TOLERANCE = 0.001;

/** How far two readings of the clock may lie apart although both are right: a statement may wait for a lock. */
const CLOCK_SLACK_MS = 10_000;

export function rateLimitOf({ callsPerSecond, burst }: Plan): RateLimit | null {
  if (callsPerSecond === null) return null;
  return { intervalMs: 1000 / callsPerSecond, burst: burst ?? Math.max(1, Math.ceil(callsPerSecond)) };
}

/**
 * The moment from which the next call is counted. One further ahead than the whole burst is of a slower plan, or of a
 * clock that has been set back since: it must not lock the account out, so one call may go.
 */
function levelAt({ intervalMs, burst }: RateLimit, tat: number, now: number): number {
  const isOfAnotherRate = tat > now + burst * intervalMs + CLOCK_SLACK_MS;
  return isOfAnotherRate ? now + (burst - 1) * intervalMs : Math.max(tat, now);
}

/** How many calls may go at once now. */
export function tokensAt(limit: RateLimit, tat: number, now: number): number {
  const { intervalMs, burst } = limit;
  return Math.floor((now + burst * intervalMs - levelAt(limit, tat, now)) / intervalMs + TOKEN_TOLERANCE);
}

/** The `tat` after one call has gone now. */
export function tatAfterCall(limit: RateLimit, tat: number, now: number): number {
  return levelAt(limit, tat, now) + limit.intervalMs;
}

/** Until the next call may go. */
export function waitAt(limit: RateLimit, tat: number, now: number): number {
  const { intervalMs, burst } = limit;
  return tokensAt(limit, tat, now) >= 1
    ? 0
    : levelAt(limit, tat, now) + intervalMs - (now + burst * intervalMs);
}
