/**
 * Puts the models that the service runs on a processor (amd64 or arm64) into a folder: FACET_CACHE_DIR of an image.
 * With a second folder, a cache of models, only what that one lacks is fetched.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureModels, ensureWebModels } from '@facet/engine';
import { formFor } from '@facet/model-build/recipes';

const ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x64', arm64: 'arm64' };

const [folder, processor = '', known] = process.argv.slice(2);
const architecture = ARCHITECTURES[processor];
if (folder === undefined || architecture === undefined)
  throw new Error('Name the folder for the models, and amd64 or arm64.');

// What the models are built from stays behind.
const cacheDir = await mkdtemp(join(tmpdir(), 'facet-models-'));
if (known !== undefined) await cp(join(known, 'weights'), join(cacheDir, 'weights'), { recursive: true });
await ensureWebModels({ cacheDir });
await ensureModels({ cacheDir }, undefined, formFor(architecture));

await cp(join(cacheDir, 'built'), join(folder, 'built'), { recursive: true });
await rm(cacheDir, { recursive: true, force: true });
console.log((await readdir(folder, { recursive: true })).sort().join('\n'));
