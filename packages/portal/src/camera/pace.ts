import type { AnswerHeaders } from '@facet/client/answers';
import type { Failure } from '../api/failure.js';

/** The part of the rate that is kept for other programs of the same account. */
const KEPT_FREE = 0.5;

/**
 * How long to wait before the next call, so that the rate of the plan is never reached: the headers say how many calls
 * can be made at once (limit), how many of them are left, and in how many seconds the limit is full again (reset).
 */
export function pauseAfterAnswer({ rateLimit }: AnswerHeaders): number {
  if (rateLimit?.resetSeconds === undefined) return 0;
  const { limit, remaining, resetSeconds } = rateLimit;
  if (remaining > limit * KEPT_FREE) return 0;
  return (resetSeconds * 1000) / Math.max(1, limit - remaining);
}

const MAX_WAIT_SECONDS = 60;
const LOST_CONNECTION_SECONDS = 2;

/** After how many seconds to try again; null: trying again does not help, or takes too long. */
export function secondsToRetry({ kind, status, retryAfterSeconds = 1 }: Failure): number | null {
  // 504: the service ran out of time, as a busy one does now and then.
  if (kind !== 'refused' || status === 504) return LOST_CONNECTION_SECONDS;
  if (status !== 429 && status !== 503) return null;
  const seconds = Math.max(1, retryAfterSeconds);
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}
