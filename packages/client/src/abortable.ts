import { AbortedError } from './errors.js';

export const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new AbortedError(signal.reason);

/** The outcome of the work, or the reason of the signal as soon as it fires: no wait outlasts its signal. */
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
