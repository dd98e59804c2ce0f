// Copies the compiled WebAssembly kernels into the built gallery, so that @facet/gallery depends on no other package and its
// files can be imported as they are, in a browser too. Part of the build, and of packing the gallery.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages');
const KERNELS = join(PACKAGES, 'wasm', 'dist');
const GALLERY = join(PACKAGES, 'gallery', 'dist');
const COPY = join(GALLERY, 'wasm');

const isCode = (name) => /\.(js|d\.ts)$/.test(name) && !/\.test\./.test(name);

/** What is there already stays untouched: others may be reading it. */
export function bundleWasm() {
  mkdirSync(COPY, { recursive: true });
  const names = readdirSync(KERNELS).filter(isCode);
  for (const name of readdirSync(COPY)) if (!names.includes(name)) rmSync(join(COPY, name));
  for (const name of names) {
    // Its source maps stay behind, so the copies must not name them.
    const code = readFileSync(join(KERNELS, name), 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    const copy = join(COPY, name);
    if (!existsSync(copy) || readFileSync(copy, 'utf8') !== code) writeFileSync(copy, code);
  }
  for (const entry of readdirSync(GALLERY, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isCode(entry.name)) importCopy(join(entry.parentPath, entry.name));
  }
}

function importCopy(path) {
  const code = readFileSync(path, 'utf8');
  const target = relative(dirname(path), join(COPY, 'index.js')).split(sep).join('/');
  const changed = code.replaceAll(/(['"])@facet\/wasm\1/g, `$1${target}$1`);
  if (changed !== code) writeFileSync(path, changed);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bundleWasm();
