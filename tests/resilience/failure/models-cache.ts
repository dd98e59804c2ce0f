import { defaultCacheDir } from '@facet/engine';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Where the service of these tests keeps its models. */
export const MODELS_CACHE =
  process.env['FACET_CACHE_DIR'] ??
  defaultCacheDir({ env: process.env, platform: process.platform, homeDir: homedir() });

export const builtFolder = (cacheDir: string): string => join(cacheDir, 'built');

/** A copy of the cache that a test may damage. */
export async function copyCache(target: string): Promise<void> {
  for (const folder of ['built', 'weights']) {
    await mkdir(join(target, folder), { recursive: true });
    for (const name of await readdir(join(MODELS_CACHE, folder)))
      await copyFile(
        join(MODELS_CACHE, folder, name),
        join(target, folder, name),
        constants.COPYFILE_FICLONE,
      );
  }
}

/** The weights under their own names, as FACET_MODELS_DIR wants them. */
export async function copyWeights(target: string): Promise<void> {
  const folder = join(MODELS_CACHE, 'weights');
  for (const name of await readdir(folder))
    await copyFile(
      join(folder, name),
      join(target, name.replace(/^[0-9a-f]{16}-/, '')),
      constants.COPYFILE_FICLONE,
    );
}

/** Without these there is no vector. */
const MODELS = ['detector', 'landmarks', 'embedder'];

/** Expects every model to be there, and all of it to be whole. */
export async function expectWholeCache(cacheDir: string = MODELS_CACHE): Promise<void> {
  const names = await readdir(builtFolder(cacheDir));
  for (const model of MODELS) expect(names.map((name) => name.split('-')[0])).toContain(model);
  await expectNothingHalfMade(cacheDir);
}

/** Expects the content of every model that is there to be what its name says, and nothing half made beside them. */
export async function expectNothingHalfMade(cacheDir: string): Promise<void> {
  for (const name of await readdir(builtFolder(cacheDir)).catch(() => [])) {
    const sha256 = createHash('sha256').update(await readFile(join(builtFolder(cacheDir), name)));
    expect(name).toContain(`-${sha256.digest('hex')}.onnx`);
  }
  // A cache in which nothing had to be made has no such folder.
  const tmp = join(cacheDir, 'tmp');
  expect(existsSync(tmp) ? await readdir(tmp) : [], tmp).toEqual([]);
}
