import type { Failure } from '../api/failure.js';

/** The part of the rate that is kept for other programs of the same account. */
const KEPT_FREE = 0.5;

/**
 * How long to wait before the next call, so that the rate of the plan is never reached: the headers tell how many calls
 * can be made at once (limit), how many of them are left, and in how many seconds all are there again (reset).
 */
export function pauseAfterAnswer(headers: Headers): number {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((part) =>
    numberOf(headers.get(`RateLimit-${part}`)),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return 0;
  if (limit === null || remaining === null || reset === null) return 0;
  if (remaining > limit * KEPT_FREE) return 0;
  return (reset * 1000) / Math.max(1, limit - remaining);
}

/** Calls that are left of the month; null where the plan has no quota. */
export const quotaLeft = (headers: Headers): number | null => numberOf(headers.get('X-Quota-Remaining'));

function numberOf(text: string | null): number | null {
  const value = text === null || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

const LONGEST_WAIT_SECONDS = 60;
const LOST_CONNECTION_SECONDS = 2;

/** After how many seconds to try again; null: trying again does not help, or takes too long. */
export function secondsToRetry({ kind, status, retryAfterSeconds = 1 }: Failure): number | null {
  // 504: the service ran out of time, as a busy one does now and then.
  if (kind !== 'refused' || status === 504) return LOST_CONNECTION_SECONDS;
  if (status !== 429 && status !== 503) return null;
  const seconds = Math.max(1, retryAfterSeconds);
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}
