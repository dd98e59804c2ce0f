// `npm run release -- 0.2.0`: gives every package, the chart and the image the version, and the part "Unreleased" of the
// changelog its heading. Commit the result and tag it v0.2.0; .github/workflows/release.yml publishes what the tag names.
// `npm run release -- --notes v0.2.0` prints the part of the changelog for a tag, and fails where a version differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES, ROOT } from './install.mjs';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const VERSION = /^\d+\.\d+\.\d+$/;

/** The folders of packages that depend on each other. */
const DEPENDENT = [...PACKAGES.map((name) => `packages/${name}`), 'lab/bench', 'lab/generate'];

/** The files that state the version, and how. */
const STATED = [
  ...[
    'package.json',
    'tests/support/package.json',
    ...DEPENDENT.map((folder) => `${folder}/package.json`),
  ].map((path) => [path, /^( {2}"version": ")(\d+\.\d+\.\d+)(")/gm]),
  ['packages/server/src/observe/version.ts', /(VERSION = ')(\d+\.\d+\.\d+)(')/g],
  ['packages/python-client/pyproject.toml', /^(version = ")(\d+\.\d+\.\d+)(")/gm],
  ['deploy/helm/facet/Chart.yaml', /^((?:appV|v)ersion: )(\d+\.\d+\.\d+)($)/gm],
  ...['deploy/compose.yaml', 'deploy/home/compose.yaml'].map((path) => [
    path,
    /^( +image: facet:)(\d+\.\d+\.\d+)($)/gm,
  ]),
  ['docs/operating.md', /( facet:)(\d+\.\d+\.\d+)()/g],
  ...['docs/getting-started.md', 'packages/client/README.md', 'packages/gallery/README.md'].map((path) => [
    path,
    /(facet-\w+-)(\d+\.\d+\.\d+)(\.tgz)/g,
  ]),
];

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** The parts of the changelog by their headings. */
const parts = () =>
  new Map(
    readFileSync(CHANGELOG, 'utf8')
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n', 1)[0].replace(/ .*/, ''), part.slice(part.indexOf('\n')).trim()]),
  );

function notes(tag) {
  const version = tag.replace(/^v/, '');
  const wrong = STATED.filter(([path, pattern]) => {
    const stated = [...read(path).matchAll(pattern)].map(([, , found]) => found);
    return stated.length === 0 || stated.some((found) => found !== version);
  });
  if (wrong.length > 0)
    throw new Error(`The tag ${tag} differs from ${wrong.map(([path]) => path).join(', ')}.`);
  const part = parts().get(version);
  if (part === undefined || part === '') throw new Error(`CHANGELOG.md has nothing about ${version}.`);
  return part;
}

function setVersion(version) {
  if (!VERSION.test(version)) throw new Error('Give a version such as 0.2.0.');
  if (parts().has(version))
    throw new Error(`CHANGELOG.md has a part about ${version} already; give the next version.`);
  for (const [path, pattern] of STATED)
    writeFileSync(join(ROOT, path), read(path).replaceAll(pattern, `$1${version}$3`));
  // Our packages depend on exactly each other.
  for (const folder of DEPENDENT) {
    const path = `${folder}/package.json`;
    writeFileSync(
      join(ROOT, path),
      read(path).replaceAll(/("@facet\/[\w-]+": ")\d+\.\d+\.\d+(")/g, `$1${version}$2`),
    );
  }
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    CHANGELOG,
    read('CHANGELOG.md').replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${day})\n`),
  );
}

const [first = '', tag = ''] = process.argv.slice(2);
if (first === '--notes') console.log(notes(tag));
else {
  setVersion(first);
  console.log(`Now: npm install --package-lock-only && npm run licences, commit, and tag v${first}.`);
}
