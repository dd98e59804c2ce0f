import type { Admission } from '../../admission/admission.js';
import type { Step, StepFacts, Trace } from '../../tracing/trace.js';

export interface Turn {
  readonly admission: Admission;
  readonly caller: string;
  readonly signal: AbortSignal;
  /** How long the caller may expect to wait. */
  readonly patienceMs: number;
  readonly trace: Trace;
  /** What the trace calls the wait and the work. */
  readonly steps: readonly [wait: Step, work: Step];
}

/** Waits for a turn and does the work in it, as two steps of the request. */
export async function inTurn<T>(
  { admission, caller, signal, patienceMs, trace, steps: [wait, step] }: Turn,
  work: (signal: AbortSignal, tell: (facts: StepFacts) => void) => Promise<T>,
): Promise<T> {
  const endWait = trace.begin(wait);
  try {
    return await admission.run(
      caller,
      signal,
      (ends) => {
        endWait();
        return trace.step(step, (tell) => work(ends, tell));
      },
      patienceMs,
    );
  } finally {
    // A call that is refused, or whose client leaves, waits no longer.
    endWait();
  }
}
