import './telemetry.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '@facet/analysis/errors.js';
import { sessionModel, type Model } from '@facet/analysis/model.js';

const ERRORS_ONLY = 3;

export interface ModelOptions {
  /** The model's share of the cores. */
  readonly threads: number;
  /**
   * Whether the memory for maps is kept from run to run, as much as the largest run has needed. It saves the system from
   * taking large pieces back and clearing them again, 2 % of a run of the embedder; for smaller models nothing.
   */
  readonly keepsMemory: boolean;
}

/**
 * Loads a model on the calling thread, where it will also run. The runtime reads the file itself: a copy of it here would
 * stay in memory until the next full garbage collection, which may be far off.
 */
export async function loadModel(path: string, { threads, keepsMemory }: ModelOptions): Promise<Model> {
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Memory patterns are cached for each input size and never freed: 150 MB for two workers, and no faster.
    enableMemPattern: false,
    enableCpuMemArena: keepsMemory,
    logSeverityLevel: ERRORS_ONLY,
  };
  const session = await InferenceSession.create(path, options).catch((cause: unknown) => {
    throw new EngineError('model-corrupt', { path }, { cause });
  });
  return sessionModel(session, (input, shape) => new Tensor('float32', input, shape), { path });
}
