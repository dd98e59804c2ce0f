import './telemetry.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '@facet/analysis/errors.js';
import { sessionModel, type Model } from '@facet/analysis/model.js';

const ERRORS_ONLY = 3;

/**
 * Loads a model on the calling thread, where it will also run; `threads` is its share of the cores. The runtime reads the
 * file itself: a copy of it here would stay in memory until the next full garbage collection, which may be far off.
 */
export async function loadModel(path: string, threads: number): Promise<Model> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Memory patterns are cached for each input size and never freed: 150 MB for two workers, and no faster.
    enableMemPattern: false,
    // Its own pool of memory grows with the largest photo and keeps all of it; the system's allocator is as fast.
    enableCpuMemArena: false,
    logSeverityLevel: ERRORS_ONLY,
  };
  const session = await InferenceSession.create(path, options).catch((cause: unknown) => {
    throw new EngineError('model-corrupt', { path }, { cause });
  });
  return sessionModel(session, (input, shape) => new Tensor('float32', input, shape), { path });
}
