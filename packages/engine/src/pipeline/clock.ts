import type { Stage } from '../engine.types.js';
import type { CheckCancelled } from '../runtime/worker-port.js';

/** Times the stages of one call, and stops between them when the caller has given up. */
export interface Clock {
  time<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  readonly timings: Partial<Record<Stage, number>>;
}

export function startClock(checkCancelled: CheckCancelled): Clock {
  const timings: Partial<Record<Stage, number>> = {};
  return {
    timings,
    async time(stage, work) {
      checkCancelled();
      const start = performance.now();
      try {
        return await work();
      } finally {
        timings[stage] = (timings[stage] ?? 0) + performance.now() - start;
      }
    },
  };
}
