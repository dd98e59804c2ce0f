import { workerData } from 'node:worker_threads';
import { withDecodeLock } from './decoder/decode-lock.js';
import { DecoderProcess } from './decoder/decoder-process.js';
import type {
  Analysis,
  CallWork,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  VectorExtra,
} from './engine.types.js';
import type { DecodeLimits } from './image/decode-limits.js';
import { pyramidOf } from './image/pyramid.js';
import { ScratchBuffer } from './image/scratch-buffer.js';
import { analysePhoto } from './pipeline/analyse-photo.js';
import { startClock, type PhotoCall } from './pipeline/call.js';
import { extractVector, extractVectors } from './pipeline/extract-vector.js';
import { loadNets, releaseNets, type NetFiles } from './pipeline/nets.js';
import { WorkBudget } from './pipeline/work-budget.js';
import { lowerThreadPriority } from './runtime/priority.js';
import { serveTasks } from './runtime/worker-pool.js';

/** Passed to a worker at its start. */
export interface WorkerSetup {
  readonly files: NetFiles;
  readonly threads: number;
  readonly limits: DecodeLimits;
}

export interface EngineTask {
  readonly operation: 'analyse' | 'vector' | 'vectors';
  readonly image: Uint8Array;
  readonly faces: FaceSelection;
  readonly extras: readonly (FaceExtra | VectorExtra)[];
  /** For this call, if it is lower than the engine's limit. */
  readonly maxPixels?: number | undefined;
  readonly work?: CallWork | undefined;
}

export type EngineTaskResult = Analysis | FaceVector | FaceVectors;

/** A worker thread of the engine: loads its nets and starts its decoder process once, then turns photos into results. */
await serveTasks<EngineTask, EngineTaskResult>(async () => {
  lowerThreadPriority();
  const { files, threads, limits } = workerData as WorkerSetup;
  const decoder = new DecoderProcess(limits);
  const nets = await loadNets(files, threads).catch((error: unknown) => {
    decoder.close();
    throw error;
  });
  await decoder.ready().catch(async (error: unknown) => {
    await releaseNets(nets);
    throw error;
  });
  const scratch = new ScratchBuffer();
  return {
    async handle({ operation, image: file, faces, extras, maxPixels, work }, checkCancelled) {
      const budget = new WorkBudget(work?.budget);
      const clock = startClock(checkCancelled);
      const photo = await clock.time('decode', () =>
        withDecodeLock(work?.decodeLock, {
          file,
          maxWaitMs: limits.seconds * 1000,
          checkCancelled,
          decode: () => decoder.decode(file, { pixels: maxPixels ?? Infinity, workMs: budget.decodeLimit }),
        }),
      );
      budget.spend(photo.workMs);
      const call: PhotoCall = { nets, photo, image: pyramidOf(photo.pixels, scratch), budget, clock };
      switch (operation) {
        case 'analyse':
          return analysePhoto(call, faces, new Set(extras));
        case 'vector':
          return extractVector(call, faces, new Set(extras));
        case 'vectors':
          return extractVectors(call, faces);
      }
    },
    // No pixel of a photo outlives its call.
    afterwards: () => {
      scratch.wipe();
    },
    release: () => {
      decoder.close();
      return releaseNets(nets);
    },
  };
});
