import type { FastifyRequest } from 'fastify';
import type { Step, StepFacts } from '../observe/tracing/trace.js';
import type { Admission } from '../work/admission.js';
import { queueKeyOf } from './network.js';
import { traceOf } from './plugins/observability.js';
import { scopeOf } from './plugins/request-scope.js';

/** Waits in a queue and then does the work, as two steps of the trace. */
export async function queued<T>(
  request: FastifyRequest,
  admission: Admission,
  signal: AbortSignal,
  [wait, step]: readonly [wait: Step, work: Step],
  work: (signal: AbortSignal, setFacts: (facts: StepFacts) => void) => Promise<T>,
): Promise<T> {
  const trace = traceOf(request);
  const endWait = trace.begin(wait);
  try {
    return await admission.run(
      queueKeyOf(request),
      signal,
      (runSignal) => {
        endWait();
        return trace.step(step, (setFacts) => work(runSignal, setFacts));
      },
      scopeOf(request).maxWaitMs(),
    );
  } finally {
    // Also when the call is rejected or its client disconnects.
    endWait();
  }
}
