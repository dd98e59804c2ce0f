import { brokenLinks } from '@facet/test-support';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PYTHON, runProgram } from './programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REPOSITORY = 'https://github.com/example/facet';

let folder: string;
let version: string;
let wheel: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-wheel-'));
  ({ version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string });
  wheel = join(folder, 'dist', `facet_client-${version}-py3-none-any.whl`);
  const script = join(ROOT, 'scripts', 'pack-python.mjs');
  await runProgram(process.execPath, [script, join(folder, 'dist'), `git+${REPOSITORY}.git`], {
    cwd: folder,
    env: { PYTHON },
  });
});
afterAll(() => rm(folder, { recursive: true }));

it('is a wheel and its source, which PyPI would accept', async () => {
  const files = await readdir(join(folder, 'dist'));
  // Older versions of setuptools keep the hyphen in the name of the source.
  expect(files.map((name) => name.replace('-client', '_client')).sort()).toEqual([
    `facet_client-${version}-py3-none-any.whl`,
    `facet_client-${version}.tar.gz`,
  ]);
  const paths = files.map((name) => join(folder, 'dist', name));
  const written = await runProgram('twine', ['check', '--strict', ...paths], { cwd: folder });
  expect(written.match(/PASSED/g)).toHaveLength(2);
});

it('installs into an empty environment, with its types and data', async () => {
  const environment = join(folder, 'environment');
  await runProgram(PYTHON, ['-m', 'venv', environment], { cwd: folder });
  const python = join(environment, 'bin', 'python');
  await runProgram(python, ['-m', 'pip', 'install', '--no-index', '--quiet', wheel], { cwd: folder });
  const program = `
import importlib.metadata, importlib.resources, facet_client
from facet_client import AsyncFacetClient, FacetClient, Gallery
gallery = Gallery()
gallery.enrol("ada", [1.0] + [0.0] * 127)
assert gallery.search([1.0] + [0.0] * 127).hits[0].id == "ada"
FacetClient("http://127.0.0.1:8080", api_key="somebody")
names = sorted(path.name for path in importlib.resources.files(facet_client).iterdir())
print(importlib.metadata.version("facet-client"), "py.typed" in names, facet_client.__file__)`;
  const written = await runProgram(python, ['-c', program], { cwd: folder });
  expect(written).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} True ${environment}/`));
});

it('has a description whose links work', async () => {
  const read = `import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read("facet_client-${version}.dist-info/METADATA").decode())`;
  const metadata = await runProgram(PYTHON, ['-c', read, wheel], { cwd: folder });
  expect(metadata).toContain(`Project-URL: Repository, ${REPOSITORY}`);
  expect(metadata).toContain('License :: OSI Approved :: MIT License');
  const page = `${REPOSITORY}/blob/v${version}`;
  expect(metadata).toContain(`](${page}/docs/errors.md)`);
  expect(brokenLinks(metadata, page, () => false)).toEqual([]);
});
