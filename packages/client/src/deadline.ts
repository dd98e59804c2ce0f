import { AbortedError, TimeoutError } from './errors.js';

export const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new AbortedError(signal.reason);

/** The result of the work, or a rejection with the signal's reason as soon as it aborts. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await abortable(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The time of one call: reading the images, every attempt and the waits between them. */
export interface Deadline {
  /** Fires with a `TimeoutError`, or with an `AbortedError` when the caller's signal fires. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  /** Call it at the end, in every case: it frees the timer and the caller's signal. */
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
