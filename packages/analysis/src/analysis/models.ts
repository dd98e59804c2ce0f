import type { Model } from '../model.js';

/** The models of the analysis. A host loads each of them at once, or when it first runs. */
export interface Models {
  readonly detector: Model;
  readonly landmarks: Model;
  readonly blendshapes: Model;
  readonly embedder: Model;
  readonly attributes: Model;
  readonly ageGender: Model;
  readonly spoof: Model;
}

export async function releaseModels(models: Models): Promise<void> {
  await Promise.all(Object.values(models).map((model: Model) => model.release()));
}
