import type { ResponseHeaders } from '@facet/client/responses';
import { responseHeaders, type Exchange } from '../analysis/send.js';
import { failureOf, type Failure } from '../api/failure.js';

export interface LoopParts<Frame, Result extends { readonly exchange: Exchange }> {
  /** The current frame of the camera; null while there is none. */
  readonly grab: () => Promise<Frame | null>;
  readonly analyse: (frame: Frame, signal: AbortSignal) => Promise<Result>;
  readonly onResponse: (result: Result, frame: Frame) => void;
  /** The service requires a wait of this many seconds; 0 when it is over. */
  readonly onWait: (seconds: number) => void;
  /** Rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  /** From one call to the next, at least. */
  readonly minGapMs: number;
}

/** Why the loop ended: it has made enough calls, or the service rejected one. */
export type LoopEnd = { readonly why: 'enough' } | { readonly why: 'rejected'; readonly failure: Failure };

/** After this time, the user must confirm that they are still watching. */
const MAX_DURATION_MS = 3 * 60_000;
/** On a plan with a quota, a forgotten camera must not use up the month. */
export const MAX_CALLS_OF_A_QUOTA = 150;
const MAX_RETRIES = 5;
/** Between two frames, so that the page stays responsive; and while the camera has none. */
const BETWEEN_MS = 40;

/** Sends one frame at a time, always the newest, as fast as the service responds and the plan allows. */
export async function runLoop<Frame, Result extends { readonly exchange: Exchange }>(
  parts: LoopParts<Frame, Result>,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const { grab, analyse, onResponse, onWait, sleep, now, minGapMs } = parts;
  const started = now();
  let calls = 0;
  let retries = 0;
  while (now() - started < MAX_DURATION_MS) {
    const begun = now();
    const frame = await grab();
    signal.throwIfAborted();
    if (frame === null) {
      await sleep(BETWEEN_MS, signal);
      continue;
    }
    try {
      const result = await analyse(frame, signal);
      signal.throwIfAborted();
      onResponse(result, frame);
      calls += 1;
      retries = 0;
      const headers = responseHeaders(result.exchange);
      if (headers.quota !== undefined && calls >= MAX_CALLS_OF_A_QUOTA) return { why: 'enough' };
      const gap = Math.max(minGapMs, pauseAfterResponse(headers));
      await sleep(Math.max(BETWEEN_MS, gap - (now() - begun)), signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = failureOf(thrown);
      const seconds = secondsToRetry(failure);
      retries += 1;
      if (seconds === null || retries > MAX_RETRIES) return { why: 'rejected', failure };
      onWait(seconds);
      await sleep(seconds * 1000, signal);
      onWait(0);
    }
  }
  return { why: 'enough' };
}

/** The share of the rate that is left to other programs of the same account. */
const KEPT_FREE = 0.5;

/**
 * How long to wait before the next call, so that the rate of the plan is never reached: the headers say how many calls
 * can be made at once (limit), how many of them are left, and in how many seconds the limit is full again (reset).
 */
function pauseAfterResponse({ rateLimit }: ResponseHeaders): number {
  if (rateLimit?.resetSeconds === undefined) return 0;
  const { limit, remaining, resetSeconds } = rateLimit;
  if (remaining > limit * KEPT_FREE) return 0;
  return (resetSeconds * 1000) / Math.max(1, limit - remaining);
}

const MAX_WAIT_SECONDS = 60;
const LOST_CONNECTION_SECONDS = 2;

/** After how many seconds to try again; null: trying again does not help, or takes too long. */
function secondsToRetry({ kind, status, safeToRepeat, retryAfterSeconds = 1 }: Failure): number | null {
  // 504: the service timed out, which may happen when it is busy.
  if (kind !== 'rejected' || status === 504) return LOST_CONNECTION_SECONDS;
  if (status !== 503 && (status !== 429 || safeToRepeat !== true)) return null;
  const seconds = Math.max(1, retryAfterSeconds);
  return seconds <= MAX_WAIT_SECONDS ? seconds : null;
}
