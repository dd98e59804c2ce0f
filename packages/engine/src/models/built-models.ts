import { resolve } from 'node:path';
import {
  CONVERTER_VERSION,
  formFor,
  MODEL_NAMES,
  MODEL_SOURCES,
  type ModelForm,
  type ModelName,
  type WeightName,
} from '@facet/model-build/recipes';
import { BUILT_SHA256 } from './built-hashes.js';
import { ensureBuilt, type Recipe } from './built/ensure-built.js';
import { currentHost, defaultCacheDir } from './host.js';
import { WEIGHTS } from './manifest.js';
import { openStore, type StoreOptions } from './store.js';

export type { ModelForm };
export type ModelsOptions = StoreOptions;

/** The path of each built model. */
export type ModelFiles = Readonly<Record<ModelName, string>>;

/** Paths of ONNX files ready to run; what is not yet in the cache is fetched and built, in the calling thread. */
export async function ensureModels<Wanted extends ModelName = ModelName>(
  options: ModelsOptions,
  names: readonly Wanted[] = MODEL_NAMES as readonly Wanted[],
  form: ModelForm = formFor(process.arch),
): Promise<Pick<ModelFiles, Wanted>> {
  const cacheDir = resolve(options.cacheDir ?? defaultCacheDir(currentHost()));
  const buildOptions = {
    cacheDir,
    converterVersion: `${CONVERTER_VERSION} ${form}`,
    pinned: BUILT_SHA256[form],
    catalogue: WEIGHTS,
    store: openStore({ ...options, cacheDir }),
    onProgress: options.onProgress ?? ((): void => undefined),
  };
  const paths: Partial<Record<Wanted, string>> = {};
  for (const name of names) paths[name] = await ensureBuilt(name, recipeOf(name, form), buildOptions);
  return paths as Record<Wanted, string>;
}

/** The converters are loaded only when a model has to be built; a start from the cache does without them. */
export const recipeOf = (name: ModelName, form: ModelForm): Recipe<WeightName> => ({
  sources: MODEL_SOURCES[name],
  build: async (files) => (await import('@facet/model-build')).buildModel(name, files, form),
});
