import type { StageTimings } from '@facet/engine';

/** The steps of a request that have a span. */
export type Step =
  'admit' | 'read body' | 'wait to fetch' | 'fetch image' | 'wait for turn' | 'analyse' | 'settle';

/** The attributes of a step: measurements, never input. One number per image. */
export type StepFacts = Readonly<Record<`facet.stage.${string}_ms`, readonly number[]>>;

/** How a request ended, in a few fixed values: for logs, metrics and traces. */
export interface RequestFacts {
  /** The route pattern, never the path; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  /**
   * The four digits of the envelope; empty for responses without one: pages, metrics, the OpenAPI document, preflights.
   */
  readonly code: string;
  /** Why it was rejected; null if it was not. */
  readonly reason: string | null;
}

/** Records the steps of one request. */
export interface Trace {
  /** Runs the work as a step of the request. */
  step<T>(name: Step, work: (setFacts: (facts: StepFacts) => void) => Promise<T>): Promise<T>;
  /** Begins a step, and returns the function that ends it; only its first call has an effect. */
  begin(name: Step): () => void;
}

export interface RequestTrace extends Trace {
  readonly traceId: string;
  end(facts: RequestFacts): void;
}

export interface RequestStart {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** The `traceparent` header, by which a caller continues its own trace. */
  readonly traceparent: string | undefined;
}

export interface Tracer {
  begin(start: RequestStart): RequestTrace;
  /** Exports the remaining spans, within a deadline. Never throws. */
  close(): Promise<void>;
}

const nothing = (): void => undefined;

/** For requests that are not traced. */
export const NO_TRACE: Trace = {
  step: (_name, work) => work(nothing),
  begin: () => nothing,
};

/** The engine's stage timings as span attributes, with one number per image. */
export function stageFacts(timings: readonly StageTimings[]): StepFacts {
  const facts: Record<`facet.stage.${string}_ms`, number[]> = {};
  for (const image of timings) {
    for (const [stage, ms] of Object.entries(image)) (facts[`facet.stage.${stage}_ms`] ??= []).push(ms);
  }
  return facts;
}
