/** Gauges of the service from /metrics. */
export interface ServiceGauges {
  /** Handles of the event loop: sockets, timers of the library, pipes. */
  readonly handles: number;
  /** Heap of the main thread with the external memory of its objects, garbage included. */
  readonly heapBytes: number;
  /** Full garbage collections of that thread. */
  readonly collections: number;
  /** Open connections, including the one of this request. */
  readonly connections: number;
  readonly waiting: number;
  readonly running: number;
  readonly heldBytes: number;
}

const DEADLINE_MS = 30_000;

export async function serviceGauges(url: string): Promise<ServiceGauges> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  const text = await response.text();
  const read = (name: string, otherwise?: number): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? otherwise;
    if (value === undefined) throw new Error(`/metrics has no ${name}.`);
    return Number(value);
  };
  return {
    handles: read('nodejs_active_handles_total'),
    heapBytes: read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes'),
    // Absent before the first.
    collections: read('nodejs_gc_duration_seconds_count{kind="major"}', 0),
    connections: read('facet_connections'),
    waiting: read('facet_queue_waiting'),
    running: read('facet_queue_running'),
    heldBytes: read('facet_body_bytes_held'),
  };
}
