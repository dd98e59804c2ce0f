import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';

const IMAGE = dirname(fileURLToPath(import.meta.url));

/** Decodes every file of a folder in each of several threads, all at once; prints the outcomes of each thread. */
const RUNNER = `
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { confineLibvips, decodePhoto } from './image/decode.js';
import { DEFAULT_DECODE_LIMITS } from './image/decode-limits.js';

const [folder, threads] = process.argv.slice(2);
const outcomeOf = (decoding) => decoding.then(
  ({ pixels }) => createHash('sha256').update(pixels.data).digest('hex'),
  (error) => error.code ?? 'untyped: ' + error.stack,
);
const ofAll = async (decode) => Object.fromEntries(await Promise.all(readdirSync(folder).map(async (name) =>
  [name, await outcomeOf(decode(readFileSync(folder + '/' + name), folder + '/' + name))])));

if (isMainThread) {
  confineLibvips(DEFAULT_DECODE_LIMITS.formats);
  const outcomes = await Promise.all(Array.from({ length: Number(threads) }, () => new Promise((resolve, reject) =>
    new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }).on('message', resolve).on('error', reject))));
  const bare = (input) => sharp(input).raw().toBuffer().then(() => 'read', () => 'blocked');
  const names = readdirSync(folder).filter((name) => !name.includes('bomb'));
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const bytes = await Promise.all(names.map(async (name) => [name, await bare(readFileSync(folder + '/' + name))]));
  const files = await Promise.all(names.map(async (name) => [name, await bare(folder + '/' + name)]));
  console.log(JSON.stringify({
    outcomes,
    bareBytes: Object.fromEntries(bytes),
    bareFiles: Object.fromEntries(files),
    peakMegabytes,
  }));
} else {
  parentPort.postMessage(await ofAll((bytes) => decodePhoto(bytes, { ...DEFAULT_DECODE_LIMITS, heldBytes: 2 ** 28, workMs: 1e9 })));
}
`;

export interface ProcessReport {
  /** For each thread and file: a hash of the pixels, or the error's code. */
  readonly outcomes: readonly Readonly<Record<string, string>>[];
  /** What libvips makes of the same bytes, and of the files by their path, without our checks; no bombs. */
  readonly bareBytes: Readonly<Record<string, string>>;
  readonly bareFiles: Readonly<Record<string, string>>;
  /** Of the whole process, all threads at work. */
  readonly peakMegabytes: number;
}

/** Runs the decoding as plain JavaScript in a process of its own that has nowhere to put temporary files. */
export async function decodeInProcess(
  workFolder: string,
  imageFolder: string,
  threads: number,
): Promise<ProcessReport> {
  await compile(workFolder);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(workFolder, 'runner.js'), imageFolder, String(threads)],
    { env: { ...process.env, TMPDIR: join(workFolder, 'nowhere') } },
  );
  return JSON.parse(stdout) as ProcessReport;
}

async function compile(out: string): Promise<void> {
  await mkdir(join(out, 'image'), { recursive: true });
  await writeFile(join(out, 'package.json'), '{"type":"module"}');
  await writeFile(join(out, 'runner.js'), RUNNER);
  const modules = nodeModulesOf('sharp');
  await symlink(modules, join(out, 'node_modules'), 'junction');
  const sources = (await readdir(IMAGE)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  for (const source of sources.map((name) => join('image', name))) {
    const { outputText } = ts.transpileModule(await readFile(join(IMAGE, '..', source), 'utf8'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    await writeFile(join(out, source.replace(/\.ts$/, '.js')), outputText);
  }
}

function nodeModulesOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name)) + 'node_modules'.length);
}
