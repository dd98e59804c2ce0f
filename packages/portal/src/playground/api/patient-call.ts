import type { CallResult } from './exchange.js';

const MOST_WAITS = 8;
const LONGEST_WAIT_SECONDS = 15;

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * Makes a call of a series again when the plan's rate or a busy service puts it off for a short while.
 * Everything else, and a wait that takes too long, is the caller's to tell.
 */
export async function patiently<Data>(
  makeCall: () => Promise<CallResult<Data>>,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
  sleepFor: Sleep = sleep,
): Promise<CallResult<Data>> {
  for (let waits = 0; ; waits += 1) {
    const result = await makeCall();
    const seconds = shortWait(result);
    if (seconds === null || waits >= MOST_WAITS) return result;
    onWait(seconds);
    await sleepFor(seconds * 1000, signal);
  }
}

function shortWait<Data>(result: CallResult<Data>): number | null {
  if (result.ok) return null;
  const { code, retryAfterSeconds = 1 } = result.failure;
  if (code !== '4291' && code !== '5003') return null;
  const seconds = Math.max(1, retryAfterSeconds);
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}

/** Rejects as soon as the signal aborts. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The wait was given up.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
