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
/** Pages know the hashes and sizes of what they download. */
const WEB = fileURLToPath(new URL('../../../analysis/src/web-models.ts', import.meta.url));

const cacheDir = await mkdtemp(join(tmpdir(), 'facet-pin-'));
try {
  const sources = await openStore().ensure(WEIGHTS.map(({ name }) => name));
  const sourceDir = join(cacheDir, 'weights');
  await mkdir(sourceDir);
  for (const [name, path] of sources) await symlink(path, join(sourceDir, name));
  let isChanged = false;
  for (const form of MODEL_FORMS) {
    const entries: string[] = [];
    const paths = await ensureModels({ cacheDir, sourceDir }, undefined, 'unpinned', form);
    for (const [name, path] of Object.entries(paths)) {
      const bytes = await readFile(path);
      const sha256 = sha256Of(bytes);
      console.log(`${sha256}  ${name}, ${form}`);
      const key = /^[a-z]\w*$/i.test(name) ? name : `'${name}'`;
      entries.push(
        form === 'web'
          ? `  ${key}: { bytes: ${bytes.length}, sha256: '${sha256}' },\n`
          : `    ${key}: '${sha256}',\n`,
      );
    }
    const [file, pattern, replacement] =
      form === 'web'
        ? [WEB, /(WEB_MODELS = )\{[^]*?\n\}/, `$1{\n${entries.join('')}}`]
        : [HASHES, new RegExp(`(  ${form}: )\\{[^}]*\\}`), `$1{\n${entries.join('')}  }`];
    const before = await readFile(file, 'utf8');
    const after = before.replace(pattern, replacement);
    isChanged ||= before !== after;
    await writeFile(file, after);
  }
  console.log(isChanged ? 'The pinned hashes have changed: commit them.' : 'These are the pinned hashes.');
} finally {
  await rm(cacheDir, { recursive: true, force: true });
}
