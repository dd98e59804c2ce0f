import { defaultCacheDir } from '@facet/engine';

type Machine = Parameters<typeof defaultCacheDir>[0];

/** Where the engine keeps its models: the named folder, or the cache folder of the user. */
export function cacheFolder(machine: Machine): string {
  const named = machine.env['FACET_CACHE_DIR']?.trim();
  return named === undefined || named === '' ? defaultCacheDir(machine) : named;
}
