// Makes the files of @facet/browser that a page loads, packages/browser/dist/web: the module, its worker with the analysis, and
// ONNX Runtime. They need no other package, so that they can be served as they are. Part of the build, and of packing.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

const PACKAGES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages');
const COMPILED = join(PACKAGES, 'browser', 'dist');
const OUT = join(COMPILED, 'web');
const ENTRIES = { index: 'index.js', worker: join('worker', 'worker.js') };
const RUNTIME = ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
/** Packages that are bundled, and whose declarations the package carries. */
const PARTS = ['analysis', 'wasm'];

const MADE = [...Object.keys(ENTRIES).map((name) => `${name}.js`), ...RUNTIME].map((name) => join(OUT, name));

/** Whether nothing that goes into the files has changed since they were made. */
export function isBundled() {
  const changed = ['browser', ...PARTS]
    .flatMap((name) => filesBelow(join(PACKAGES, name, 'dist'), '.js'))
    .filter((path) => !path.startsWith(OUT));
  const newest = Math.max(...changed.map((path) => statSync(path).mtimeMs));
  return MADE.every((path) => existsSync(path) && statSync(path).mtimeMs >= newest);
}

async function bundleBrowser() {
  copyDeclarations();
  if (isBundled()) return;
  mkdirSync(OUT, { recursive: true });
  const { build } = await import('rolldown');
  for (const [name, entry] of Object.entries(ENTRIES)) {
    await build({
      input: join(COMPILED, entry),
      // It is compiled already, and the image has no settings of tests.
      tsconfig: false,
      // With the runtime's program beside it instead of inside: its threads start with that file.
      resolve: { conditionNames: ['onnxruntime-web-use-extern-wasm', 'import', 'default'] },
      logLevel: 'warn',
      output: { file: join(OUT, `${name}.js`), format: 'esm', minify: true },
    });
  }
  const runtime = createRequire(join(PACKAGES, 'browser', 'package.json'));
  for (const name of RUNTIME) {
    copyFileSync(runtime.resolve(`onnxruntime-web/${name}`), join(OUT, name));
  }
  for (const path of MADE) writeFileSync(`${path}.br`, compressed(readFileSync(path)));
}

/** For the server, which would compress them at every start. The best level takes ten times as long and saves a seventh. */
const compressed = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));

/** The types of the package refer to those of its parts: copies lie beside them. */
function copyDeclarations() {
  for (const part of PARTS) {
    const from = join(PACKAGES, part, 'dist');
    for (const path of filesBelow(from, '.d.ts')) writeOnce(join(COMPILED, part, relative(from, path)), path);
  }
  for (const path of filesBelow(COMPILED, '.d.ts')) writeOnce(path, path);
}

function writeOnce(target, source) {
  const folder = dirname(target);
  const to = (name) => `./${relative(folder, join(COMPILED, name))}`.split(sep).join('/');
  const text = readFileSync(source, 'utf8')
    .replace(/^\/\/# sourceMappingURL=.*$/m, '')
    .replaceAll(/'@facet\/(analysis)\/([^']+)'/g, (_, part, path) => `'${to(join(part, path))}'`)
    .replaceAll("'@facet/wasm'", `'${to('wasm/index.js')}'`);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleBrowser();
