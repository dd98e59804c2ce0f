import './telemetry.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '@facet/analysis/errors.js';
import type { Model } from '@facet/analysis/model.js';

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
    logSeverityLevel: ERRORS_ONLY,
  };
  const session = await InferenceSession.create(path, options).catch((cause: unknown) => {
    throw new EngineError('model-corrupt', { path }, { cause });
  });
  const [inputName] = session.inputNames;
  if (inputName === undefined) throw new EngineError('model-corrupt', { path });
  return {
    async run(input, shape) {
      const results = await session.run({ [inputName]: new Tensor('float32', input, shape) });
      const output = (name: string): Tensor => {
        const tensor = results[name];
        if (tensor === undefined) throw new EngineError('model-corrupt', { path, output: name });
        return tensor;
      };
      return {
        values(name) {
          const { data } = output(name);
          if (!(data instanceof Float32Array)) throw new EngineError('model-corrupt', { path, output: name });
          return data;
        },
        shape: (name) => output(name).dims,
      };
    },
    release: () => session.release(),
  };
}
