import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What a module with a memory of its own, or one that several threads share, is compiled with. */
const OWN_MEMORY: readonly string[] = [];
const SHARED_MEMORY = ['--enable', 'threads', '--importMemory', '--sharedMemory'];

/** The modules of packages/wasm: each is compiled from `assembly/<source>.ts` to `src/<name>.ts`. */
const MODULES = {
  'image-kernels': { source: 'image-kernels', memory: OWN_MEMORY },
  'scan-kernel': { source: 'scan-kernel', memory: OWN_MEMORY },
  'shared-scan-kernel': { source: 'scan-kernel', memory: SHARED_MEMORY },
} as const;
export type KernelName = keyof typeof MODULES;
export const KERNELS = Object.keys(MODULES) as readonly KernelName[];

const DEADLINE_MS = 300_000;
/** One gigabyte: far above what any kernel works on, and below what addresses can express. */
const MAX_PAGES = 16_384;
const OPTIONS = [
  '--enable simd',
  '-O3',
  // The kernels allocate nothing and need no checks at run time.
  '--runtime stub',
  '--noAssert',
  '--initialMemory 1',
  `--maximumMemory ${MAX_PAGES}`,
].flatMap((option) => option.split(' '));

const PACKAGE = fileURLToPath(new URL('../../../packages/wasm/', import.meta.url));
export const compiledFile = (name: KernelName): string => join(PACKAGE, 'src', `${name}.ts`);

/** The TypeScript file that holds the compiled module. Equal sources give equal text. */
export async function compileKernel(name: KernelName): Promise<string> {
  const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
  const folder = await mkdtemp(join(tmpdir(), 'facet-kernel-'));
  try {
    const outFile = join(folder, 'module.wasm');
    const { source, memory } = MODULES[name];
    const args = [compiler, `assembly/${source}.ts`, ...OPTIONS, ...memory, '--outFile', outFile];
    await promisify(execFile)(process.execPath, args, { cwd: PACKAGE, timeout: DEADLINE_MS });
    return moduleText({ name, source }, await readFile(outFile));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function moduleText(
  { name, source }: { readonly name: KernelName; readonly source: string },
  bytes: Buffer,
): string {
  const lines = bytes.toString('base64').match(/.{1,100}/g) ?? [];
  const constant = name.toUpperCase().replaceAll('-', '_');
  return `import { decodeModule } from './compile.js';

/** Compiled from \`assembly/${source}.ts\` by \`npm run kernels\`; do not edit. */
export const ${constant} = decodeModule(
${lines.map((line, n) => `  ${n === 0 ? '' : '  '}'${line}'`).join(' +\n')},
);
`;
}
