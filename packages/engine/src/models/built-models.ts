import { resolve } from 'node:path';
import { BUILDERS, CONVERTER_VERSION, type ModelName } from './build/builders.js';
import { ensureBuilt } from './build/ensure-built.js';
import { defaultCacheDir } from './cache/cache-dir.js';
import { currentHost } from './host.js';
import { WEIGHTS } from './manifest.js';
import { openStore, type StoreOptions } from './store.js';

export type ModelsOptions = StoreOptions;

/** Paths of ONNX files ready to run; what is not yet in the cache is fetched and built, in the calling thread. */
export async function ensureModels<Wanted extends ModelName>(
  options: ModelsOptions,
  names: readonly Wanted[],
): Promise<ReadonlyMap<Wanted, string>> {
  const cacheDir = resolve(options.cacheDir ?? defaultCacheDir(currentHost()));
  const buildOptions = {
    cacheDir,
    converterVersion: CONVERTER_VERSION,
    catalogue: WEIGHTS,
    store: openStore({ ...options, cacheDir }),
    onProgress: options.onProgress ?? ((): void => undefined),
  };
  const paths = new Map<Wanted, string>();
  for (const name of names) paths.set(name, await ensureBuilt(name, BUILDERS[name], buildOptions));
  return paths;
}
