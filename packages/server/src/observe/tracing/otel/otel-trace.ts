import {
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { ClientGone, ERROR_CATALOGUE, ServiceError } from '../../../errors.js';
import { NO_TRACE, type RequestFacts, type RequestTrace, type Step, type StepFacts } from '../trace.js';

/** A request as an OpenTelemetry span, with its steps as child spans. */
export class OtelTrace implements RequestTrace {
  readonly traceId: string;
  readonly #inside: Context;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
    private readonly method: string,
    private readonly now: () => number,
  ) {
    this.traceId = span.spanContext().traceId;
    this.#inside = trace.setSpan(ROOT_CONTEXT, span);
  }

  async step<T>(name: Step, work: (setFacts: (facts: StepFacts) => void) => Promise<T>): Promise<T> {
    if (!this.span.isRecording()) return NO_TRACE.step(name, work);
    const span = this.#start(name);
    try {
      return await work((facts) => {
        for (const [key, values] of Object.entries(facts)) span.setAttribute(key, [...values]);
      });
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end(this.now());
    }
  }

  begin(name: Step): () => void {
    if (!this.span.isRecording()) return NO_TRACE.begin(name);
    const span = this.#start(name);
    return () => {
      if (span.isRecording()) span.end(this.now());
    };
  }

  end({ route, status, code, reason }: RequestFacts): void {
    const { span } = this;
    if (route !== undefined) span.updateName(`${this.method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', status);
    if (code !== '') span.setAttribute('facet.code', code);
    if (reason !== null) span.setAttribute('error.type', reason);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.now());
  }

  #start(name: Step): Span {
    return this.tracer.startSpan(name, { startTime: this.now() }, this.#inside);
  }
}

/** Records the type of the failure, never its message, which may quote input. */
function recordFailure(span: Span, error: unknown): void {
  const known = error instanceof ServiceError;
  const type = known ? error.reason : error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', type);
  const isFault = known ? ERROR_CATALOGUE[error.code].status >= 500 : !(error instanceof ClientGone);
  if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
}
