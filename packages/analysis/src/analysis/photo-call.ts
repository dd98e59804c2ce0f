import type { Stage } from '../analysis.types.js';
import type { EncodePng, Photo } from '../image/pixels.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Models } from './models.js';

/** One call about one photo: what its steps work on. */
export interface PhotoCall {
  readonly models: Models;
  readonly photo: Photo;
  /** The photo's pixels at full, half, quarter … size, in the worker's scratch buffer. */
  readonly image: Pyramid;
  readonly timer: StageTimer;
  readonly encodePng: EncodePng;
  /** Names how the embedder of this host makes vectors. */
  readonly vectorModel: string;
}

/** The clock of Node and of browsers, whose typings are left out here. */
declare const performance: { now(): number };

/** Times the stages of one call, and stops between them once the caller has cancelled. */
export interface StageTimer {
  time<T>(stage: Stage, work: () => Promise<T>): Promise<T>;
  readonly timings: Partial<Record<Stage, number>>;
}

export function startStageTimer(checkCancelled: () => void): StageTimer {
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
