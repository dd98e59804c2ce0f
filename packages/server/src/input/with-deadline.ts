/**
 * Runs the work with a signal that fires when the caller's does or when the time is up, whichever comes first.
 * Ends at that moment even if the work does not listen: with the caller's reason, or with the error for lateness.
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  milliseconds: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      reject(controller.signal.reason as Error);
    });
  });
  const pass = (): void => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(late());
  }, milliseconds);
  signal.addEventListener('abort', pass, { once: true });
  try {
    return await Promise.race([work(controller.signal), ended]);
  } catch (error) {
    // What the work says about being stopped matters less than why it was stopped.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', pass);
  }
}
