// Runs before anything is installed, so it is plain JavaScript and uses only what Node brings along.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBundled } from './bundle-browser.mjs';
import { bundleWasm } from './bundle-wasm.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** The folders of our npm packages below `packages`. */
export const PACKAGES = readdirSync(join(ROOT, 'packages')).filter((name) =>
  existsSync(join(ROOT, 'packages', name, 'package.json')),
);
const MIN_NODE = [20, 19];
const STAMP = join(ROOT, 'node_modules', '.facet-installed');

export const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
export const writeManifest = (folder, manifest) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** Runs a program in the project's folder and ends this one with its exit code when it fails. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', (error) => {
      console.error(`Cannot run ${program}: ${error.message}`);
      process.exit(1);
    });
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** npm as it is running now, or the one on the path: the program, its arguments and options. */
export function npmCall(args) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script, ...args], {}];
  const shell = process.platform === 'win32';
  return [shell ? 'npm.cmd' : 'npm', args, { shell }];
}

export function npm(args, options = {}) {
  const [program, all, own] = npmCall(args);
  return run(program, all, { ...own, ...options });
}

/** What serving and the command line need, with what builds them: a third of everything, nothing of tests and lint. */
const SERVING = ['server', 'portal', 'cli'].map((name) => `--workspace=@facet/${name}`);

/** Installs the dependencies where they are missing or the lockfile has changed since; what is there serves, too. */
export async function installIfNeeded({ servingOnly = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    console.error(`Facet needs Node ${MIN_NODE.join('.')} or newer; this is ${process.version}.`);
    process.exit(1);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const [installed, extent] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : [];
  // A developer's folder stays one.
  const isPart = servingOnly && extent !== 'all';
  if (installed === wanted && (isPart || extent === 'all')) return;
  console.log('Installing dependencies (once) …');
  // What is there stays where only some is missing: a service may be running from it.
  await npm(installed === wanted ? ['install', '--no-save'] : ['ci', ...(isPart ? SERVING : [])]);
  writeFileSync(STAMP, `${wanted} ${isPart ? 'serving' : 'all'}`);
}

const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Compiles what has changed; nothing to do takes about a second. */
export async function compile() {
  if (existsSync(COMPILER)) await run(process.execPath, [COMPILER, '-b']);
  else await (await import('./compile-unchecked.mjs')).compileUnchecked();
  bundleWasm();
}

/** What web pages load, from what is compiled. */
export async function buildPages() {
  const bundling = isBundled() ? null : run(process.execPath, [join(ROOT, 'scripts', 'bundle-browser.mjs')]);
  await Promise.all([bundling, buildPortal()]);
}

export async function build() {
  await compile();
  await buildPages();
}

const PORTAL = join(ROOT, 'packages', 'portal');

/** The packages that the page is built with. */
const BUNDLED = ['packages/client/dist', 'packages/gallery/dist'];

/** Builds the web page where its sources, or the versions of what it is made with, have changed since. */
async function buildPortal() {
  const stamp = join(ROOT, 'node_modules', '.facet-portal');
  const wanted = portalSources();
  const isBuilt = existsSync(join(PORTAL, 'dist', 'index.html'));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await run(process.execPath, [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    PORTAL,
    '--logLevel',
    'warn',
  ]);
  writeFileSync(stamp, wanted);
}

/** The documents that the page shows as guides, and their pictures. */
function guideSources() {
  const docs = ['docs', 'docs/images'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`),
  );
  return [
    ...docs,
    'CONTRIBUTING.md',
    'docs/snippets/README.md',
    'packages/client/README.md',
    'packages/python-client/README.md',
  ].sort();
}

function portalSources() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')));
  const own = filesBelow('packages/portal').filter(
    (path) => !/^packages\/portal\/(dist|node_modules)\b/.test(path),
  );
  const bundled = BUNDLED.flatMap(filesBelow).filter((path) => /(?<!\.test)\.js$/.test(path));
  for (const path of [...own, ...guideSources(), ...bundled])
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

/** Every file in a folder and its subfolders, by its path from the top of the repository, with slashes on Windows too. */
function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
