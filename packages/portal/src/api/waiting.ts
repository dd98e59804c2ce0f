/** Rejects as soon as the signal aborts. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('The wait was cancelled.', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Does work with a signal that aborts with the given one, or with a TimeoutError at the deadline.
 * `AbortSignal.any` would do, but the page supports browsers that lack it.
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const ended = new AbortController();
  const abort = (): void => {
    ended.abort(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => {
    ended.abort(new DOMException('No answer in time.', 'TimeoutError'));
  }, deadlineMs);
  try {
    return await work(ended.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
