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

export function paceOf({ callsPerSecond, burst }: Plan): Pace | null {
  if (callsPerSecond === null) return null;
  return { intervalMs: 1000 / callsPerSecond, burst: burst ?? Math.max(1, Math.ceil(callsPerSecond)) };
}

/** How many calls may go at once now. */
export function tokensAt({ intervalMs, burst }: Pace, tat: number, now: number): number {
  return Math.floor((now + burst * intervalMs - Math.max(tat, now)) / intervalMs + TOKEN_TOLERANCE);
}

/** The moment after some calls have gone now. */
export function tatAfter({ intervalMs }: Pace, tat: number, now: number, calls: number): number {
  return Math.max(tat, now) + calls * intervalMs;
}

/** Until the next call may go. */
export function waitAt(pace: Pace, tat: number, now: number): number {
  const { intervalMs, burst } = pace;
  return tokensAt(pace, tat, now) >= 1 ? 0 : Math.max(tat, now) + intervalMs - (now + burst * intervalMs);
}
