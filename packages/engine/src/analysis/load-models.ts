import type { ModelFiles } from '../models/built-models.js';
import { checkBuilt } from '../models/built/built-file.js';
import { lazyModel, loadModel, type Model } from '../runtime/model.js';

/** The models of the engine, one set in each worker. */
export interface Models {
  readonly detector: Model;
  readonly landmarks: Model;
  /** Loaded when a call first requests an expression. */
  readonly blendshapes: Model;
  readonly embedder: Model;
  readonly attributes: Model;
  readonly ageGender: Model;
  /** Loaded when a call first requests a spoof score. */
  readonly spoof: Model;
}

/** One after another: if one fails, no native code is running that would crash when its thread ends. */
export async function loadModels(files: ModelFiles, threads: number): Promise<Models> {
  const load = async (path: string): Promise<Model> => {
    await checkBuilt(path);
    return loadModel(path, threads);
  };
  return {
    detector: await load(files.detector),
    landmarks: await load(files.landmarks),
    blendshapes: lazyModel(() => load(files.blendshapes)),
    embedder: await load(files.embedder),
    attributes: await load(files.attributes),
    ageGender: await load(files['age-gender']),
    spoof: lazyModel(() => load(files.spoof)),
  };
}

export async function releaseModels(models: Models): Promise<void> {
  await Promise.all(Object.values(models).map((model: Model) => model.release()));
}
