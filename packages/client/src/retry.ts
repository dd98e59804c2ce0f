import { type Deadline, pause } from './deadline.js';
import { FACET_CODES } from './error-codes.js';
import { FacetError, NetworkError } from './errors.js';

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** Bound for all waits of a call together. */
  readonly maxRetryWaitMs: number;
}

const FIRST_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 8000;

/**
 * Whether the call was certainly not analysed, and may succeed after a short wait. Everything else, such as a timeout or a lost
 * connection, may have been counted against the plan.
 */
export function isSafeToRepeat(error: unknown): error is FacetError {
  if (error instanceof NetworkError) return error.neverSent;
  if (!(error instanceof FacetError)) return false;
  if (error.httpStatus === 429) return error.code !== FACET_CODES.quota;
  return error.httpStatus === 503 && error.retryAfter !== undefined;
}

/** As long as the service requires, plus a growing random time, so that many clients do not retry at the same moment. */
export function waitMs(error: FacetError, failures: number, random: () => number = Math.random): number {
  const required = (error.retryAfter ?? 0) * 1000;
  const backOff = Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), MAX_BACK_OFF_MS);
  return required + backOff * (0.5 + random() / 2);
}

/** Repeats the attempt where that is safe, within the policy and the deadline; otherwise rethrows its error. */
export async function withRetries<T>(
  attempt: (number: number) => Promise<T>,
  policy: RetryPolicy,
  deadline: Deadline,
): Promise<T> {
  let waited = 0;
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      if (number > policy.retries || !isSafeToRepeat(error)) throw error;
      const wait = waitMs(error, number);
      // Waiting is pointless, so the error is thrown now.
      if (waited + wait > policy.maxRetryWaitMs || wait >= deadline.remainingMs()) throw error;
      waited += wait;
      await pause(wait, deadline.signal);
    }
  }
}
