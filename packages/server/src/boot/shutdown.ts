import { setTimeout as sleep } from 'node:timers/promises';
import { constants } from 'node:os';
import { resolvesWithin } from '../work/deadline.js';

/** What a shutdown needs of the service. */
export interface Stoppable {
  /** Reports "not ready" to load balancers, and keeps serving. */
  announce(): void;
  /** Stops accepting requests; resolves when every open request is finished. */
  close(): Promise<void>;
  /** Cancels every open request. */
  cancelRequests(): void;
  /** Closes every connection. */
  cutConnections(): void;
}

/** Time for cancelled requests to send their error responses. */
const CANCEL_GRACE_MS = 500;

export interface StopTimes {
  /** Between `announce` and `close`. */
  readonly drainMs: number;
  /** For open requests to finish. */
  readonly deadlineMs: number;
}

/**
 * Stops within the deadline: first gracefully, then by cancelling requests, then by closing connections. True if all
 * requests finished.
 */
export async function stop(service: Stoppable, { drainMs, deadlineMs }: StopTimes): Promise<boolean> {
  service.announce();
  await sleep(drainMs);
  const closed = service.close();
  const within = (ms: number): Promise<boolean> => resolvesWithin(closed, ms);
  if (await within(deadlineMs)) return true;
  service.cancelRequests();
  if (await within(CANCEL_GRACE_MS)) return false;
  service.cutConnections();
  await within(CANCEL_GRACE_MS);
  return false;
}

/**
 * Handles signals from the start, because the first process of a container has no default action for them. Until the
 * returned function has been given a graceful shutdown, a signal ends the process immediately, as does a second signal.
 */
export function onStopSignals(): (stop: () => Promise<void>) => void {
  let stopGracefully: (() => Promise<void>) | null = null;
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The exit code that shells use for this signal.
      if (stopGracefully === null || isStopping) process.exit(128 + constants.signals[signal]);
      isStopping = true;
      void stopGracefully();
    });
  }
  return (stop) => {
    stopGracefully = stop;
  };
}
