import { constants } from 'node:os';

/**
 * Heeds signals from the beginning: the first process of a container has no default for them. Until the service can be
 * stopped politely (the function that is given back says how) a signal ends the process, and so does a second one.
 */
export function heedStopSignals(): (stop: () => Promise<void>) => void {
  let stopPolitely: (() => Promise<void>) | null = null;
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The code by which shells tell of an end by this signal.
      if (stopPolitely === null || isStopping) process.exit(128 + constants.signals[signal]);
      isStopping = true;
      void stopPolitely();
    });
  }
  return (stop) => {
    stopPolitely = stop;
  };
}
