import './telemetry.js';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '../errors.js';

/** A loaded model: named planes in, named arrays out. Results belong to the call; nothing is kept between calls. */
export interface Model {
  /** Runs on one input: for an image of shape [batch, 3, height, width], for points of [batch, count, 2]. */
  run(input: Float32Array, shape: readonly number[]): Promise<ModelOutputs>;
  release(): Promise<void>;
}

interface ModelOutputs {
  /** The values of an output; a name that the model does not have is a bug and throws. */
  values(name: string): Float32Array;
  shape(name: string): readonly number[];
}

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

/** A model that is loaded when it first runs, for models that few calls need. A load that failed is tried again. */
export function lazyModel(load: () => Promise<Model>): Model {
  let loading: Promise<Model> | null = null;
  const loaded = (): Promise<Model> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    run: async (input, shape) => (await loaded()).run(input, shape),
    release: async () => {
      // There is nothing to release if it never ran or could not be loaded.
      const model = await loading?.catch(() => null);
      await model?.release();
    },
  };
}
