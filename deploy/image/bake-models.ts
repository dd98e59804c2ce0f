/**
 * Puts the models that the service runs into a folder: FACET_CACHE_DIR of an image.
 * With a second folder, a cache of models, only what that one lacks is fetched.
 */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebModels, openEngine } from '@facet/engine';

const [folder, known] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the models.');

// What the models are built from stays behind.
const cacheDir = await mkdtemp(join(tmpdir(), 'facet-models-'));
if (known !== undefined) await cp(join(known, 'weights'), join(cacheDir, 'weights'), { recursive: true });
await ensureWebModels({ cacheDir });
const engine = await openEngine({ cacheDir, workers: 1 });
await engine.close();

await cp(join(cacheDir, 'built'), join(folder, 'built'), { recursive: true });
await rm(cacheDir, { recursive: true, force: true });
console.log((await readdir(folder, { recursive: true })).sort().join('\n'));
