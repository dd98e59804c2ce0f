import { workerData } from 'node:worker_threads';
import { Canvas } from './image/canvas.js';
import { analysePhoto } from './pipeline/analyse-photo.js';
import { startClock } from './pipeline/clock.js';
import { extractVector } from './pipeline/extract-vector.js';
import { loadNets, releaseNets } from './pipeline/nets.js';
import { serve } from './runtime/worker-port.js';
import type { EngineTask, EngineTaskResult, WorkerSetup } from './worker.types.js';

/** One thread of the engine: loads its own nets once, then turns photos into results. */
await serve<EngineTask, EngineTaskResult>(async () => {
  const { files, threads, limits } = workerData as WorkerSetup;
  const nets = await loadNets(files, threads);
  const canvas = new Canvas();
  const tools = { nets, canvas, limits };
  return {
    async handle({ operation, image, faces }, checkCancelled) {
      const clock = startClock(checkCancelled);
      if (operation === 'analyse') {
        return { result: await analysePhoto(tools, image, faces, clock), transfer: [] };
      }
      return { result: await extractVector(tools, image, faces, clock), transfer: [] };
    },
    // Nothing of a photo outlives its call.
    afterwards: () => {
      canvas.wipe();
    },
    release: () => releaseNets(nets),
  };
});
