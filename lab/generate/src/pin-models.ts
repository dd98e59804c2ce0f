import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '@facet/engine';
import { buildModel } from '@facet/model-build';
import { MODEL_FORMS, MODEL_NAMES, MODEL_SOURCES } from '@facet/model-build/recipes';

/** `npm run models:pin`: builds every model in every form from the pinned weights, and writes the hashes into the source. */
const PACKAGES = new URL('../../../packages/', import.meta.url);
const HASHES = fileURLToPath(new URL('engine/src/models/built-hashes.ts', PACKAGES));
/** Pages know the hashes and sizes of what they download. */
const WEB = fileURLToPath(new URL('analysis/src/web-models.ts', PACKAGES));

const paths = await openStore().ensure([...new Set(Object.values(MODEL_SOURCES).flat())]);
const weights = new Map(
  await Promise.all([...paths].map(async ([name, path]) => [name, await readFile(path)] as const)),
);
let isChanged = false;
for (const form of MODEL_FORMS) {
  const entries = MODEL_NAMES.map((name) => {
    const bytes = buildModel(name, weights, form);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    console.log(`${sha256}  ${name}, ${form}`);
    const key = /^[a-z]\w*$/i.test(name) ? name : `'${name}'`;
    return form === 'web'
      ? `  ${key}: { bytes: ${bytes.length}, sha256: '${sha256}' },\n`
      : `    ${key}: '${sha256}',\n`;
  });
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
