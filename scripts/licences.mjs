// `npm run licences`: how many packages of others are installed with ours, by licence, as docs/appendix/dependencies.md.
// Fails if one has a licence that is not on the list. `--check` compares instead of writing; `--list` prints every name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES, ROOT } from './install.mjs';

const PAGE = join(ROOT, 'docs', 'appendix', 'dependencies.md');

/** Permissive, or LGPL for libraries that are loaded at run time and can be replaced. */
const ACCEPTED =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|LGPL-3\.0-or-later| AND | OR )+\)?$/;

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

/** Where a package that is installed at `from` finds another: beside it, or in a folder above. */
function found(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return undefined;
  }
}

/** Everything that is installed with our packages, on any platform. */
function installed() {
  const seen = new Set();
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {}, link, resolved } = packages[path];
    if (link) return visit(resolved);
    if (seen.has(path)) return;
    seen.add(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = found(name, path.startsWith('packages/') ? '' : path);
      if (next !== undefined) visit(next);
    }
  };
  for (const part of PACKAGES) visit(`packages/${part}`);
  return [...seen].filter((path) => path.startsWith('node_modules/'));
}

const byLicence = new Map();
for (const path of installed()) {
  const { license = 'unknown', version } = packages[path];
  if (!ACCEPTED.test(license))
    throw new Error(`${path} ${version} has the licence ${license}, which is not accepted.`);
  const names = byLicence.get(license) ?? new Set();
  byLicence.set(license, names.add(`${path.replace(/^.*node_modules\//, '')}@${version}`));
}
const sections = [...byLicence]
  .sort(([, a], [, b]) => b.size - a.size)
  .map(([licence, names]) => ({ licence, names: [...names].sort() }));
const page = `# Dependencies and their licences

How many packages are installed with Facet, for all platforms; those under the LGPL are libraries loaded at run time. \`npm run licences\` writes this page, and fails for any other licence; \`npm run licences -- --list\` prints every name with its version.

${sections.map(({ licence, names }) => `- ${licence}: ${names.length}${licence.includes('LGPL') ? ` (${names.join(', ')})` : ''}`).join('\n')}
`;
if (process.argv.includes('--list'))
  for (const { licence, names } of sections) console.log(`${licence}: ${names.join(', ')}`);
else if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error('docs/appendix/dependencies.md is out of date; run npm run licences.');
  process.exit(1);
}
