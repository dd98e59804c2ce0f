import type { StageTimings } from '@facet/engine';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From a health check to the deadline, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A delay is told to this precision, and never smaller than it. */
const LOOP_PRECISION_MS = 5;

export interface RequestFacts {
  readonly route: string;
  readonly status: number;
  /** The four digits of the envelope; empty for what has no envelope. */
  readonly code: string;
  readonly ms: number;
}

/** Read when the metrics are asked for. */
export interface LoadReader {
  readonly waiting: () => number;
  readonly running: () => number;
  readonly heldBytes: () => number;
}

/** What the service measures of itself, in a registry of its own. */
export class ServiceMetrics {
  readonly registry = new Registry();
  readonly #requests = this.#histogram('facet_http_request_duration_seconds', 'Time to answer.', [
    'route',
    'status',
    'code',
  ]);
  readonly #queue = this.#histogram('facet_queue_wait_seconds', 'Time a call waits for its turn.', []);
  readonly #decode = this.#histogram('facet_decode_duration_seconds', 'Time to decode an image.', []);
  readonly #stages = this.#histogram('facet_inference_duration_seconds', 'Time in a stage of the analysis.', [
    'stage',
  ]);

  constructor(load: LoadReader) {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    this.#gauge('facet_queue_waiting', 'Calls that wait for their turn.', load.waiting);
    this.#gauge('facet_queue_running', 'Calls that the engine works on.', load.running);
    this.#gauge('facet_body_bytes_held', 'Bytes of request bodies in memory.', load.heldBytes);
  }

  observeRequest({ route, status, code, ms }: RequestFacts): void {
    this.#requests.observe({ route, status: String(status), code }, ms / 1000);
  }

  observeQueue(ms: number): void {
    this.#queue.observe(ms / 1000);
  }

  /** The time in the engine's own short queue is not counted: the service's queue is the one that matters. */
  observeStages(timings: StageTimings): void {
    for (const [stage, ms] of Object.entries(timings)) {
      if (stage === 'decode') this.#decode.observe(ms / 1000);
      else if (stage !== 'queue') this.#stages.observe({ stage }, ms / 1000);
    }
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.registry] });
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
