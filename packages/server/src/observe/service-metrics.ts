import type { StageTimings } from '@facet/engine';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ERROR_CODES, OVERLOAD_REASONS } from '../errors.js';
import type { RequestFacts } from './tracing/trace.js';

/** Histogram buckets from a health check to the deadline, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Resolution and minimum of the reported event loop delay. */
const LOOP_PRECISION_MS = 5;

/** The metrics of the service, in their own registry. The names are a public interface: dashboards use them. */
export class ServiceMetrics {
  readonly registry = new Registry();
  readonly #requests = this.#histogram(
    'facet_http_request_duration_seconds',
    'Time to the end of the response.',
    ['route', 'status', 'code'],
  );
  readonly #open = new Gauge({
    name: 'facet_http_requests_in_flight',
    help: 'Requests in progress.',
    registers: [this.registry],
  });
  readonly #rejections = new Counter({
    name: 'facet_rejections_total',
    help: 'Error responses (rejections and failures), by reason.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  readonly #queue = this.#histogram('facet_queue_wait_seconds', 'Time a call waits for its turn.', []);
  readonly #decode = this.#histogram('facet_decode_duration_seconds', 'Time to decode an image.', []);
  readonly #stages = this.#histogram('facet_inference_duration_seconds', 'Time in a stage of the analysis.', [
    'stage',
  ]);
  readonly #meter = this.#histogram(
    'facet_meter_duration_seconds',
    'Time in which the database meters a call.',
    ['step', 'result'],
  );
  readonly #fetches = this.#histogram(
    'facet_image_fetch_duration_seconds',
    'Time to fetch an image by its URL.',
    ['result'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    // Starts at zero, so that the first one shows as an increase.
    for (const reason of [...ERROR_CODES, ...OVERLOAD_REASONS]) this.#rejections.inc({ reason }, 0);
  }

  beginRequest(): void {
    this.#open.inc();
  }

  endRequest({ route = 'not-found', status, code, reason }: RequestFacts, ms: number): void {
    this.#open.dec();
    this.#requests.observe({ route, status: String(status), code }, ms / 1000);
    if (reason !== null) this.#rejections.inc({ reason });
  }

  observeQueue(ms: number): void {
    this.#queue.observe(ms / 1000);
  }

  /** The time in the engine's own short queue is not included: the service's queue is what matters. */
  observeStages(timings: StageTimings): void {
    for (const [stage, ms] of Object.entries(timings)) {
      if (stage === 'decode') this.#decode.observe(ms / 1000);
      else if (stage !== 'queue') this.#stages.observe({ stage }, ms / 1000);
    }
  }

  observeMeter(step: 'admit' | 'settle', result: 'ok' | 'failed', ms: number): void {
    this.#meter.observe({ step, result }, ms / 1000);
  }

  observeFetch(result: string, ms: number): void {
    this.#fetches.observe({ result }, ms / 1000);
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.registry] });
  }
}
