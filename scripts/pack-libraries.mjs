// `npm run pack:libraries`: the packages that others build programs with, as they are published. Arguments: a folder for
// the tarballs (default: dist), and the address of the repository, for the manifests and the links of the READMEs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestOf, npm, ROOT, writeManifest } from './install.mjs';
import { unpackParts } from './pack-parts.mjs';
import { publishedReadme, staged } from './published-readme.mjs';

/** Each depends on nothing. */
const LIBRARIES = ['client', 'gallery', 'browser'];

const [folder = join(ROOT, 'dist'), repository] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
await staged(async (stage) => {
  await unpackParts(stage, LIBRARIES, (name) => join(stage, name));
  for (const name of LIBRARIES) {
    const contents = join(stage, name);
    const { scripts: _, devDependencies: __, ...manifest } = manifestOf(contents);
    writeManifest(contents, {
      ...manifest,
      ...(repository !== undefined && {
        repository: { type: 'git', url: repository, directory: `packages/${name}` },
      }),
      publishConfig: { access: 'public' },
    });
    const readme = join(contents, 'README.md');
    const { version } = manifest;
    const install = `npm install ${manifest.name}`;
    writeFileSync(
      readme,
      publishedReadme(readFileSync(readme, 'utf8'), { name, version, contents, repository, install }),
    );
    await npm(['pack', '--silent', '--pack-destination', resolve(folder)], { cwd: contents });
  }
});
