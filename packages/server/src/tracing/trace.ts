/** The steps that a request may take; nothing else has a span. */
export type Step =
  'admit' | 'read body' | 'wait to fetch' | 'fetch image' | 'wait for turn' | 'analyse' | 'settle';

/** All that a step may tell: measures, never what a caller sent. One number for each image. */
export type StepFacts = Readonly<Record<`facet.stage.${string}_ms`, readonly number[]>>;

/** What a request tells when it is over. */
export interface RequestFacts {
  /** The pattern, never the path; none where no route took the request. */
  readonly route: string | undefined;
  readonly status: number;
  /** The four digits of the envelope, or empty. */
  readonly code: string;
  /** Why it failed, as a word of a short list. */
  readonly reason: string | null;
}

/** The trace of one request, as far as its steps are concerned. */
export interface Trace {
  /** Does the work as a step of the request. */
  step<T>(name: Step, work: (tell: (facts: StepFacts) => void) => Promise<T>): Promise<T>;
  /** Begins a step that ends with a call of what this gives back; only the first call counts. */
  begin(name: Step): () => void;
}

export interface RequestTrace extends Trace {
  readonly traceId: string;
  end(facts: RequestFacts): void;
}

export interface RequestStart {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** The header of this name, which a caller may send to continue its own trace. */
  readonly traceparent: string | undefined;
}

export interface Tracer {
  begin(start: RequestStart): RequestTrace;
  /** Hands over what is left, within a deadline. Never throws. */
  close(): Promise<void>;
}

const nothing = (): void => undefined;

/** For requests that nobody traces. */
export const NO_TRACE: Trace = {
  step: (_name, work) => work(nothing),
  begin: () => nothing,
};
