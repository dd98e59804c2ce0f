// `npm run licences`: how many packages of others ship with ours, by licence, as docs/appendix/dependencies.md.
// Fails if one has a licence that is not on the list. `--check` compares instead of writing; `--list` prints every name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { packages, shippedPackages } from './shipped-packages.mjs';

const PAGE = join(ROOT, 'docs', 'appendix', 'dependencies.md');

/** Permissive, or LGPL for libraries that are loaded at run time and can be replaced. */
const ACCEPTED =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|LGPL-3\.0-or-later| AND | OR )+\)?$/;

const byLicence = new Map();
for (const path of shippedPackages()) {
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

How many packages are installed with Facet, for all platforms, or are part of the portal's pages; those under the LGPL are libraries loaded at run time. \`npm run licences\` writes this page, and fails for any other licence; \`npm run licences -- --list\` prints every name with its version. \`npm run audit\` asks the registry for known vulnerabilities in the same packages, in CI and before a release, and fails for those of high severity.

${sections.map(({ licence, names }) => `- ${licence}: ${names.length}${licence.includes('LGPL') ? ` (${names.join(', ')})` : ''}`).join('\n')}
`;
if (process.argv.includes('--list'))
  for (const { licence, names } of sections) console.log(`${licence}: ${names.join(', ')}`);
else if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.error('docs/appendix/dependencies.md is out of date; run npm run licences.');
  process.exit(1);
}
