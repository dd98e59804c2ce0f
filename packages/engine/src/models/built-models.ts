import { resolve } from 'node:path';
import {
  CONVERTER_VERSION,
  MODEL_SOURCES,
  type ModelName,
  type WeightName,
} from '@facet/model-build/recipes';
import { BUILT_SHA256 } from './built-hashes.js';
import { ensureBuilt, type Recipe } from './built/ensure-built.js';
import { currentHost, defaultCacheDir } from './host.js';
import { WEIGHTS } from './manifest.js';
import { openStore, type StoreOptions } from './store.js';

export type ModelsOptions = StoreOptions;

/** Whether built models must have their pinned hashes: always, except for the command that determines the hashes. */
export type Pinning = 'pinned' | 'unpinned';

/** Paths of ONNX files ready to run; what is not yet in the cache is fetched and built, in the calling thread. */
export async function ensureModels<Wanted extends ModelName>(
  options: ModelsOptions,
  names: readonly Wanted[],
  pinning: Pinning = 'pinned',
): Promise<ReadonlyMap<Wanted, string>> {
  const cacheDir = resolve(options.cacheDir ?? defaultCacheDir(currentHost()));
  const buildOptions = {
    cacheDir,
    converterVersion: CONVERTER_VERSION,
    pinned: pinning === 'pinned' ? BUILT_SHA256 : null,
    catalogue: WEIGHTS,
    store: openStore({ ...options, cacheDir }),
    onProgress: options.onProgress ?? ((): void => undefined),
  };
  const paths = new Map<Wanted, string>();
  for (const name of names) paths.set(name, await ensureBuilt(name, recipeOf(name), buildOptions));
  return paths;
}

/** The converters are loaded only when a model has to be built; a start from the cache does without them. */
export const recipeOf = (name: ModelName): Recipe<WeightName> => ({
  sources: MODEL_SOURCES[name],
  build: async (files) => (await import('@facet/model-build')).buildModel(name, files),
});
