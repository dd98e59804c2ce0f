import type { ScratchBuffer } from '../image/scratch-buffer.js';
import type { Photo } from '../image/pixels.js';
import type { Nets } from './nets.js';
import type { WorkBudget } from './work-budget.js';
import type { Stage } from '../engine.types.js';
import type { CheckCancelled } from '../runtime/worker-pool.js';

/** What a thread brings to a call. */
export interface Tools {
  readonly nets: Nets;
  /** Holds the photo of the call; one call at a time. */
  readonly scratch: ScratchBuffer;
  /** What the call may cost; decoding counts itself. */
  readonly budget: WorkBudget;
  readonly decode: (file: Uint8Array) => Promise<Photo>;
}

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
