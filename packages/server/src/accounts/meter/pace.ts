import type { Plan } from '../plans/plans.js';

/**
 * The rate of a plan as GCRA sees it: a call every `interval`, and up to `burst` of them at once. All that is
 * kept of the past is one number, the moment at which the next call would be on time (`tat`).
 */
export interface Pace {
  readonly intervalMs: number;
  readonly burst: number;
}

/** Moments of today have steps of 0.0002 ms as doubles; a token that lacks less than this is whole. */
export const TOKEN_TOLERANCE = 0.001;

/** How far two looks at the clock may lie apart although both are right: a statement may wait for another server. */
export const CLOCK_SLACK_MS = 10_000;

export function paceOf({ callsPerSecond, burst }: Plan): Pace | null {
  if (callsPerSecond === null) return null;
  return { intervalMs: 1000 / callsPerSecond, burst: burst ?? Math.max(1, Math.ceil(callsPerSecond)) };
}

/**
 * The moment from which the next call is counted. One further ahead than the whole burst is of a slower plan, or of a
 * clock that has been set back since: it must not lock the account out, so one call may go.
 */
export function levelAt({ intervalMs, burst }: Pace, tat: number, now: number): number {
  const isNotOfThisPace = tat > now + burst * intervalMs + CLOCK_SLACK_MS;
  return isNotOfThisPace ? now + (burst - 1) * intervalMs : Math.max(tat, now);
}

/** How many calls may go at once now. */
export function tokensAt(pace: Pace, tat: number, now: number): number {
  const { intervalMs, burst } = pace;
  return Math.floor((now + burst * intervalMs - levelAt(pace, tat, now)) / intervalMs + TOKEN_TOLERANCE);
}

/** The moment after some calls have gone now. */
export function tatAfter(pace: Pace, tat: number, now: number, calls: number): number {
  return levelAt(pace, tat, now) + calls * pace.intervalMs;
}

/** Until the next call may go. */
export function waitAt(pace: Pace, tat: number, now: number): number {
  const { intervalMs, burst } = pace;
  return tokensAt(pace, tat, now) >= 1
    ? 0
    : levelAt(pace, tat, now) + intervalMs - (now + burst * intervalMs);
}
