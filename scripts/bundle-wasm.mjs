// Puts the compiled WebAssembly kernels into the built SDK, so that the SDK depends on no package of this project and its files
// can be imported as they are, in a browser too. Part of the build, and of packing the SDK.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages');
const KERNELS = join(PACKAGES, 'wasm', 'dist');
const SDK = join(PACKAGES, 'client', 'dist');
const INSIDE = join(SDK, 'wasm');

const isCode = (name) => /\.(js|d\.ts)$/.test(name) && !/\.test\./.test(name);

export function bundleWasm() {
  rmSync(INSIDE, { recursive: true, force: true });
  mkdirSync(INSIDE, { recursive: true });
  for (const name of readdirSync(KERNELS).filter(isCode)) {
    copyFileSync(join(KERNELS, name), join(INSIDE, name));
  }
  for (const entry of readdirSync(SDK, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isCode(entry.name)) importInside(join(entry.parentPath, entry.name));
  }
}

function importInside(path) {
  const code = readFileSync(path, 'utf8');
  const target = relative(dirname(path), join(INSIDE, 'index.js')).split(sep).join('/');
  const changed = code.replaceAll(/(['"])@facet\/wasm\1/g, `$1${target}$1`);
  if (changed !== code) writeFileSync(path, changed);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bundleWasm();
