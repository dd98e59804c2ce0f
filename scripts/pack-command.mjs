// `npm run pack:command`: one package, facet-faces, with the command `facet`, the server and everything of ours that
// they need, so that it installs and runs alone. It depends only on packages of others. Arguments: a folder for the
// tarball (default: dist), and the address of the repository, for the published manifest.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestOf, npm, ROOT, writeManifest } from './install.mjs';
import { unpackParts } from './pack-parts.mjs';
import { staged } from './published-readme.mjs';

export const NAME = 'facet-faces';

/** What it is made of. The portal is built by `npm run build`. */
const PARTS = [
  'wasm',
  'analysis',
  'model-build',
  'engine',
  'gallery',
  'client',
  'browser',
  'portal',
  'server',
  'cli',
];

/**
 * The dependencies of all parts on packages of others, which share one version of each. Overrides apply only to the
 * project that has them, so the pinned versions of what is installed become dependencies too.
 */
function dependenciesOf(manifests) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const pinned = Object.entries(manifestOf(ROOT).overrides).filter(
    ([name, version]) => typeof version === 'string' && packages[`node_modules/${name}`]?.dev !== true,
  );
  const wanted = [...manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies)), ...pinned];
  return Object.fromEntries(wanted.filter(([name]) => !name.startsWith('@facet/')).sort());
}

/**
 * Without dependencies: they are installed beside the package that bundles the part. With peers, npm would take `pg` for
 * a part of the bundle, and leave its folder empty.
 */
function bundled({ name, version, license, type, engines, exports, bin }) {
  return { name, version, license, type, engines, exports, bin };
}

function manifest(parts, repository) {
  const { version, license, engines } = parts[0];
  return {
    name: NAME,
    version,
    description: 'Face analysis on your own machine: the command facet, the HTTP service and its web portal.',
    keywords: ['face-detection', 'face-recognition', 'face-landmarks', 'privacy', 'self-hosted'],
    license,
    type: 'module',
    engines,
    // The first is what `npx facet-faces` runs.
    bin: {
      [NAME]: 'bin/facet.mjs',
      facet: 'bin/facet.mjs',
      'facet-server': 'bin/facet-server.mjs',
      'facet-admin': 'bin/facet-admin.mjs',
    },
    ...(repository !== undefined && { repository: { type: 'git', url: repository } }),
    publishConfig: { access: 'public' },
    dependencies: {
      ...Object.fromEntries(parts.map(({ name }) => [name, version])),
      ...dependenciesOf(parts),
    },
    bundleDependencies: parts.map(({ name }) => name),
  };
}

const BINS = { facet: '@facet/cli', 'facet-server': '@facet/server', 'facet-admin': '@facet/server' };

/** Makes the tarball in the folder. */
export async function packCommand(folder, repository) {
  await staged(async (stage) => {
    const root = join(stage, 'package');
    const folderOf = (name) => join(root, 'node_modules', manifestOf(join(ROOT, 'packages', name)).name);
    // Types and READMEs are for those who import or read the parts, which nobody does here.
    await unpackParts(stage, PARTS, folderOf, (path) => !/\.(d\.ts|map)$|^[^/]+\/README\.md$/.test(path));
    const parts = PARTS.map((name) => manifestOf(folderOf(name)));
    for (const part of parts) writeManifest(join(root, 'node_modules', part.name), bundled(part));
    writeManifest(root, manifest(parts, repository));
    mkdirSync(join(root, 'bin'));
    for (const [name, of] of Object.entries(BINS))
      writeFileSync(
        join(root, 'bin', `${name}.mjs`),
        `#!/usr/bin/env node\nimport '../node_modules/${of}/bin/${name}.mjs';\n`,
      );
    for (const name of ['LICENSE', 'NOTICE']) cpSync(join(ROOT, name), join(root, name));
    cpSync(join(ROOT, 'packages', 'cli', 'NPM.md'), join(root, 'README.md'));
    for (const name of ['backup', 'nginx', 'observability', 'systemd'])
      cpSync(join(ROOT, 'deploy', name), join(root, 'deploy', name), { recursive: true });
    mkdirSync(folder, { recursive: true });
    await npm(['pack', '--silent', '--pack-destination', resolve(folder)], { cwd: root });
  });
}

if (process.argv[1] === import.meta.filename)
  await packCommand(process.argv[2] ?? join(ROOT, 'dist'), process.argv[3]);
