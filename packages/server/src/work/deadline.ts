/** The outcome of the promise, or the signal's reason if that fires first. The work itself is not stopped. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    const stopListening = (): void => {
      signal.removeEventListener('abort', abort);
    };
    promise.then(resolve, reject).finally(stopListening);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Runs the work with a signal that fires when the caller's signal fires or the time is up. Rejects at that moment, even
 * if the work ignores its signal: with the caller's reason, or with the timeout error.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  milliseconds: number,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const forward = (): void => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(timeoutError());
  }, milliseconds);
  signal.addEventListener('abort', forward, { once: true });
  try {
    return await abortable(work(controller.signal), controller.signal);
  } catch (error) {
    // Why the work was stopped matters more than the error with which it stopped.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', forward);
  }
}

/** Whether the promise resolves within the time. Rejects if the promise does. */
export async function resolvesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false as const);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
