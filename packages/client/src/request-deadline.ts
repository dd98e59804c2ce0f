import { AbortedError, TimeoutError } from './errors.js';

/** The time of one whole call: reading the images, every attempt and the waits between them. */
export interface Deadline {
  /** Fires with a `TimeoutError`, or with an `AbortedError` when the caller's signal fires. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  /** To be called in the end, whatever the outcome: it frees the timer and the caller's signal. */
  readonly release: () => void;
}

export function startDeadline(timeoutMs: number, callerSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => {
    controller.abort(new TimeoutError(timeoutMs));
  }, timeoutMs);
  const onAbort = (): void => {
    controller.abort(new AbortedError(callerSignal?.reason));
  };
  if (callerSignal?.aborted === true) onAbort();
  else callerSignal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    release: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', onAbort);
    },
  };
}
