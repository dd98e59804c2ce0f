import type { Models } from '@facet/analysis/analysis/models.js';
import { lazyModel, type Model } from '@facet/analysis/model.js';
import type { ModelFiles } from '../models/built-models.js';
import { checkBuilt } from '../models/built/built-file.js';
import { loadModel } from './model.js';

/**
 * Loads the models of a worker, those that few calls need when they first run. One after another: if one fails, no native
 * code is running that would crash when its thread ends.
 */
export async function loadModels(files: ModelFiles, threads: number): Promise<Models> {
  const load = async (path: string, keepsMemory = false): Promise<Model> => {
    await checkBuilt(path);
    return loadModel(path, { threads, keepsMemory });
  };
  // The largest first: what loading it took for a while serves the others. Its maps always have the same sizes.
  const embedder = await load(files.embedder, true);
  return {
    embedder,
    detector: await load(files.detector),
    landmarks: await load(files.landmarks),
    blendshapes: lazyModel(() => load(files.blendshapes)),
    attributes: await load(files.attributes),
    ageGender: await load(files['age-gender']),
    spoof: lazyModel(() => load(files.spoof)),
  };
}
