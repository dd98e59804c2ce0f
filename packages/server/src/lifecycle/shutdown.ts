import { setTimeout as sleep } from 'node:timers/promises';
import { constants } from 'node:os';
import { resolvesWithin } from '../deadline.js';

/** What a stop needs: a notice, an end to new requests, an end to open ones, and the last resort. */
export interface Stoppable {
  /** Lets balancers know, and goes on. */
  announce(): void;
  /** Stops accepting and resolves when every open request is answered. */
  close(): Promise<void>;
  /** Ends the work of every open request. */
  cancelRequests(): void;
  /** Cuts every connection. */
  cutConnections(): void;
}

/** How long cancelled requests get for telling their clients so. */
const LAST_WORDS_MS = 500;

export interface StopTimes {
  /** Between the notice and the end of new requests. */
  readonly drainMs: number;
  /** For open requests. */
  readonly deadlineMs: number;
}

/** Stops within the deadline: first politely, then by cancelling, then by cutting. True when nothing was cut short. */
export async function stop(service: Stoppable, { drainMs, deadlineMs }: StopTimes): Promise<boolean> {
  service.announce();
  await sleep(drainMs);
  const closed = service.close();
  const within = (ms: number): Promise<boolean> => resolvesWithin(closed, ms);
  if (await within(deadlineMs)) return true;
  service.cancelRequests();
  if (await within(LAST_WORDS_MS)) return false;
  service.cutConnections();
  await within(LAST_WORDS_MS);
  return false;
}

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
