import { readFile } from 'node:fs/promises';
import { openStore } from '@facet/engine';
import type { WeightName } from '../../packages/model-build/src/recipes.js';

/** The content of real weight files; fetched on first use, and a failure to fetch fails the test. */
export async function loadFiles(...names: readonly WeightName[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [name, path] of await openStore().ensure(names)) files.set(name, await readFile(path));
  return files;
}
