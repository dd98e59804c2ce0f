import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { SourceFile } from '../manifest.js';
import type { FileStoreOptions } from './file-store.js';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The folders, below that of the sources, of the code that the store consists of. */
const STORE_FOLDERS = ['models', join('models', 'cache'), join('models', 'fetch')];

const RUNNER = `
import { openFileStore } from './models/fetch/file-store.js';
const { catalogue, options, names } = JSON.parse(process.argv[2]);
const store = openFileStore(catalogue, { ...options, onProgress: () => undefined });
const paths = await store.ensure(names);
process.stdout.write(JSON.stringify([...paths.values()]));
`;

/** The store as plain JavaScript in a folder of its own, so that tests can run (and kill) it in other processes. */
export async function compileStore(folder: string): Promise<string> {
  const out = join(folder, 'compiled');
  for (const part of STORE_FOLDERS) await mkdir(join(out, part), { recursive: true });
  await writeFile(join(out, 'package.json'), '{"type":"module"}');
  await writeFile(join(out, 'runner.js'), RUNNER);
  await symlink(
    join(dirname(createRequire(import.meta.url).resolve('tar/package.json')), '..'),
    join(out, 'node_modules'),
    'junction',
  );
  const sources = await Promise.all(STORE_FOLDERS.map(filesIn));
  for (const source of sources.flat()) {
    const { outputText } = ts.transpileModule(await readFile(join(SOURCE, source), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    await writeFile(join(out, source.replace(/\.ts$/, '.js')), outputText);
  }
  return join(out, 'runner.js');
}

async function filesIn(part: string): Promise<readonly string[]> {
  const names = await readdir(join(SOURCE, part));
  return names
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => join(part, name));
}

export interface StoreProcess {
  readonly child: ChildProcess;
  /** Exit code and what it printed: the paths, or the error. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

export function startStore(
  runner: string,
  catalogue: readonly SourceFile[],
  options: FileStoreOptions,
  names: readonly string[],
): StoreProcess {
  const argument = JSON.stringify({ catalogue, options, names });
  const child = spawn(process.execPath, [runner, argument], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve({ code, out, err });
    });
  });
  return { child, ended };
}
