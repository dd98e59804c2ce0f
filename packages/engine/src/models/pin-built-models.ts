import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODEL_FORMS } from '@facet/model-build/recipes';
import { ensureModels } from './built-models.js';
import { sha256Of } from './cache/cache-files.js';
import { WEIGHTS } from './manifest.js';
import { openStore } from './store.js';

/** `npm run models:pin`: rebuilds every model in every form from the pinned weights, and writes the hashes into the source. */
const HASHES = fileURLToPath(new URL('../../src/models/built-hashes.ts', import.meta.url));

const cacheDir = await mkdtemp(join(tmpdir(), 'facet-pin-'));
try {
  const sources = await openStore().ensure(WEIGHTS.map(({ name }) => name));
  const sourceDir = join(cacheDir, 'weights');
  await mkdir(sourceDir);
  for (const [name, path] of sources) await symlink(path, join(sourceDir, name));
  const before = await readFile(HASHES, 'utf8');
  let after = before;
  for (const form of MODEL_FORMS) {
    const entries: string[] = [];
    const paths = await ensureModels({ cacheDir, sourceDir }, undefined, 'unpinned', form);
    for (const [name, path] of Object.entries(paths)) {
      const sha256 = sha256Of(await readFile(path));
      console.log(`${sha256}  ${name}, ${form}`);
      entries.push(`    ${/^[a-z]\w*$/i.test(name) ? name : `'${name}'`}: '${sha256}',\n`);
    }
    after = after.replace(new RegExp(`(  ${form}: )\\{[^}]*\\}`), `$1{\n${entries.join('')}  }`);
  }
  await writeFile(HASHES, after);
  console.log(
    before === after ? 'These are the pinned hashes.' : 'The pinned hashes have changed: commit them.',
  );
} finally {
  await rm(cacheDir, { recursive: true, force: true });
}
