import { EngineError, type ErrorDetails } from './errors.js';

/** A loaded model: named planes in, named arrays out. Results belong to the call; nothing is kept between calls. */
export interface Model {
  /** Runs on one input: for an image of shape [batch, 3, height, width], for points of [batch, count, 2]. */
  run(input: Float32Array, shape: readonly number[]): Promise<ModelOutputs>;
  release(): Promise<void>;
}

export interface ModelOutputs {
  /** The values of an output; a name that the model does not have is a bug and throws. */
  values(name: string): Float32Array;
  shape(name: string): readonly number[];
}

/** What the runtimes for Node and for browsers have in common. */
interface Session<Input> {
  readonly inputNames: readonly string[];
  run(
    inputs: Readonly<Record<string, Input>>,
  ): Promise<Readonly<Record<string, { readonly data: unknown; readonly dims: readonly number[] }>>>;
  release(): Promise<void>;
}

/**
 * A model that a session of ONNX Runtime runs; `tensorOf` makes its input. `details` name the model in the error if it
 * lacks an input or output.
 */
export function sessionModel<Input>(
  session: Session<Input>,
  tensorOf: (input: Float32Array, shape: readonly number[]) => Input,
  details: ErrorDetails,
): Model {
  const [inputName] = session.inputNames;
  if (inputName === undefined) throw new EngineError('model-corrupt', details);
  return {
    async run(input, shape) {
      const results = await session.run({ [inputName]: tensorOf(input, shape) });
      const corrupt = (output: string): EngineError =>
        new EngineError('model-corrupt', { ...details, output });
      return {
        values(name) {
          const data = results[name]?.data;
          if (!(data instanceof Float32Array)) throw corrupt(name);
          return data;
        },
        shape(name) {
          const output = results[name];
          if (output === undefined) throw corrupt(name);
          return output.dims;
        },
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
