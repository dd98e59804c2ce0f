import { setTimeout as sleep } from 'node:timers/promises';

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
  const closed = service.close().then(() => true);
  const within = (ms: number): Promise<boolean> => Promise.race([closed, sleep(ms, false, { ref: true })]);
  if (await within(deadlineMs)) return true;
  service.cancelRequests();
  if (await within(LAST_WORDS_MS)) return false;
  service.cutConnections();
  await within(LAST_WORDS_MS);
  return false;
}
