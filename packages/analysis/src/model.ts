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
