import { workerData } from 'node:worker_threads';
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
import { loadNets, releaseNets, type NetFiles } from './pipeline/nets.js';
import { DecoderProcess } from './decoder/decoder-process.js';
import { withDecodeLock } from './decoder/decode-lock.js';
import type { Photo } from './image/pixels.js';
import { ScratchBuffer } from './image/scratch-buffer.js';
import { analysePhoto } from './pipeline/analyse-photo.js';
import { startClock } from './pipeline/call.js';
import { extractVector, extractVectors } from './pipeline/extract-vector.js';
import { WorkBudget } from './pipeline/work-budget.js';
import { serve } from './runtime/worker-pool.js';

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
  /** A smaller limit than that of the engine, for this call. */
  readonly maxPixels?: number | undefined;
  readonly work?: CallWork | undefined;
}

export type EngineTaskResult = Analysis | FaceVector | FaceVectors;

/** One thread of the engine: loads its own nets once, has a decoder of its own, then turns photos into results. */
await serve<EngineTask, EngineTaskResult>(async () => {
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
    async handle({ operation, image, faces, extras, maxPixels, work }, checkCancelled) {
      const budget = new WorkBudget(work?.budget);
      const decode = async (file: Uint8Array): Promise<Photo> => {
        const limitsOfCall = { pixels: maxPixels ?? Infinity, workMs: budget.decodeLimit };
        const photo = await withDecodeLock(work?.decodeLock, {
          file,
          maxWaitMs: limits.seconds * 1000,
          checkCancelled,
          decode: () => decoder.decode(file, limitsOfCall),
        });
        budget.spend(photo.workMs);
        return photo;
      };
      const tools = { nets, scratch, budget, decode };
      const clock = startClock(checkCancelled);
      if (operation === 'analyse') {
        return { result: await analysePhoto(tools, image, faces, clock, new Set(extras)), transfer: [] };
      }
      if (operation === 'vectors') {
        return { result: await extractVectors(tools, image, faces, clock), transfer: [] };
      }
      return { result: await extractVector(tools, image, faces, clock, new Set(extras)), transfer: [] };
    },
    // Nothing of a photo outlives its call.
    afterwards: () => {
      scratch.wipe();
    },
    release: () => {
      decoder.close();
      return releaseNets(nets);
    },
  };
});
