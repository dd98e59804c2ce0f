/** What a stop needs: an end to new requests, an end to open ones, and the last resort. */
export interface Stoppable {
  /** Stops accepting and resolves when every open request is answered. */
  close(): Promise<void>;
  /** Ends the work of every open request. */
  cancelRequests(): void;
  /** Cuts every connection. */
  cutConnections(): void;
}

/** How long cancelled requests get for telling their clients so. */
const LAST_WORDS_MS = 500;

/** Stops within the deadline: first politely, then by cancelling, then by cutting. True when nothing was cut off. */
export async function stop(service: Stoppable, deadlineMs: number): Promise<boolean> {
  let polite = true;
  const timers = [
    setTimeout(() => {
      polite = false;
      service.cancelRequests();
    }, deadlineMs),
    setTimeout(() => {
      service.cutConnections();
    }, deadlineMs + LAST_WORDS_MS),
  ];
  await service.close();
  timers.forEach(clearTimeout);
  return polite;
}
