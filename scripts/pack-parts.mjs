import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { manifestOf, npm, ROOT } from './install.mjs';

/** Packs these packages, and unpacks each into the folder that is named for it. */
export async function unpackParts(stage, names, folderOf, filter = () => true) {
  await npm([
    'pack',
    '--silent',
    '--pack-destination',
    stage,
    ...names.flatMap((name) => ['-w', `packages/${name}`]),
  ]);
  for (const name of names) {
    const { version } = manifestOf(join(ROOT, 'packages', name));
    const cwd = folderOf(name);
    mkdirSync(cwd, { recursive: true });
    await extract({ file: join(stage, `facet-${name}-${version}.tgz`), cwd, strip: 1, filter });
  }
}
