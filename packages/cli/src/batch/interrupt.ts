import { EXIT, type ExitCode } from '../shell.js';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** The exit code of the interruption; undefined if there was none. */
  readonly exitCode: () => ExitCode | undefined;
  /** Ends the run quietly, because nobody reads its output any more. */
  readonly readerGone: () => void;
  readonly release: () => void;
}

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** The first Ctrl-C stops the run, which then keeps what is done; a second one ends the process at once. */
export function listenForInterrupt(): Interrupt {
  const stop = new AbortController();
  let exitCode: ExitCode | undefined;
  const onSignal = (name: keyof typeof CODES): void => {
    if (stop.signal.aborted) process.exit(CODES[name]);
    exitCode = CODES[name];
    stop.abort();
  };
  const onInterrupt = (): void => {
    onSignal('SIGINT');
  };
  const onTerminate = (): void => {
    onSignal('SIGTERM');
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return {
    signal: stop.signal,
    exitCode: () => exitCode,
    readerGone: () => {
      exitCode ??= EXIT.done;
      stop.abort();
    },
    release: () => {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    },
  };
}

/** The result of the work, or null if the run is interrupted first; the work then continues unobserved. */
export async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  // Once nobody waits for it, a failure must not become an unhandled rejection.
  work.catch(() => undefined);
  if (signal.aborted) return null;
  let stop = (): void => undefined;
  const interrupted = new Promise<null>((resolve) => {
    stop = () => {
      resolve(null);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
