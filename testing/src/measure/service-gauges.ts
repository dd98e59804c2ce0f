/** What the service says of itself under /metrics. */
export interface ServiceGauges {
  /** Handles of the event loop: sockets, timers of the library, pipes. */
  readonly handles: number;
  readonly waiting: number;
  readonly running: number;
  readonly heldBytes: number;
}

const DEADLINE_MS = 30_000;

export async function serviceGauges(url: string): Promise<ServiceGauges> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const text = await response.text();
  const read = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no ${name}.`);
    return Number(value);
  };
  return {
    handles: read('nodejs_active_handles_total'),
    waiting: read('facet_queue_waiting'),
    running: read('facet_queue_running'),
    heldBytes: read('facet_body_bytes_held'),
  };
}
