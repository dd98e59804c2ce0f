import { randomUUID } from 'node:crypto';
import { ROOT_CONTEXT, SpanKind, trace, type Context, type Tracer as OtelSpans } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import { resolvesWithin } from '../../../work/deadline.js';
import { VERSION } from '../../version.js';
import type { RequestStart, RequestTrace, Tracer } from '../trace.js';
import { BoundedBatches, LossReporter } from './loss-reporter.js';
import { OtelTrace } from './otel-trace.js';

/** Finished spans that may wait for the collector; further ones are lost. */
const MAX_WAITING = 2048;
const MAX_BATCH = 512;
const BATCH_EVERY_MS = 2000;
/** For exporting the last spans when the service stops. */
const CLOSE_DEADLINE_MS = 2000;
/** Longer than any attribute that the service sets. */
const MAX_VALUE_LENGTH = 128;

/** Methods of the OpenTelemetry conventions; spans contain no others. */
const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'];

export interface OtelOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly sampler: SamplerName;
  readonly share: number;
  /** Resource attributes of this server. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly onLoss: (message: string) => void;
}

/**
 * Exports spans over OTLP. The provider is not registered globally: libraries with their own tracing would put data
 * into spans that does not belong there.
 */
export class OtelTracer implements Tracer {
  readonly #provider: TracerProvider;
  readonly #spans: OtelSpans;

  constructor(options: OtelOptions) {
    const exporter = new OTLPTraceExporter({
      url: options.url,
      headers: { ...options.headers },
      timeoutMillis: options.timeoutMs,
    });
    this.#provider = new TracerProvider({
      sampler: samplerOf(options.sampler, options.share),
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.version': VERSION,
          'service.instance.id': randomUUID(),
          ...options.attributes,
        }),
      ),
      spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
      spanProcessors: [
        new BoundedBatches(new LossReporter(exporter, options.onLoss, MAX_WAITING), MAX_WAITING, {
          maxExportBatchSize: MAX_BATCH,
          scheduledDelayMillis: BATCH_EVERY_MS,
          // The exporter itself times out earlier.
          exportTimeoutMillis: options.timeoutMs + 1000,
        }),
      ],
    });
    this.#spans = this.#provider.getTracer('facet', VERSION);
  }

  begin({ method, scheme, traceparent }: RequestStart): RequestTrace {
    const known = METHODS.includes(method);
    const now = requestClock();
    const span = this.#spans.startSpan(
      known ? method : 'HTTP',
      {
        kind: SpanKind.SERVER,
        startTime: now(),
        attributes: { 'http.request.method': known ? method : '_OTHER', 'url.scheme': scheme },
      },
      parentOf(traceparent),
    );
    return new OtelTrace(this.#spans, span, known ? method : 'HTTP', now);
  }

  async close(): Promise<void> {
    await resolvesWithin(this.#provider.shutdown(), CLOSE_DEADLINE_MS).catch(() => undefined);
  }
}

/** Only `traceparent` is read: `tracestate` and `baggage` are free text and might contain anything. */
function parentOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

/**
 * The clock of one request and all its steps, in milliseconds since 1970. Spans with their own clock start at a whole
 * millisecond, so that a step could seem to end after its request.
 */
function requestClock(): () => number {
  const startedAt = Date.now();
  const started = performance.now();
  return () => startedAt + (performance.now() - started);
}

type Plain = 'always_on' | 'always_off' | 'traceidratio';
type SamplerName = Plain | `parentbased_${Plain}`;

/** The sampler with this name, which decides which requests are traced. */
function samplerOf(name: SamplerName, share: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share);
    case 'parentbased_always_on':
    case 'parentbased_always_off':
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: samplerOf(PLAIN[name], share) });
  }
}

const PLAIN = {
  parentbased_always_on: 'always_on',
  parentbased_always_off: 'always_off',
  parentbased_traceidratio: 'traceidratio',
} as const;
