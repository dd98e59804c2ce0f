import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const built = (name: string): string => new URL(`../../dist/${name}`, import.meta.url).href;
const MODEL = fileURLToPath(new URL('../../weights/detector.onnx', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-telemetry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a program where onnxruntime would report: without the variables of test runs, and at home in an empty folder. */
async function run(program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const args = ['--input-type=module', '--eval', program];
  const ownFolders = { HOME: folder, TMPDIR: folder };
  const options = { env: { PATH: process.env['PATH'], ...ownFolders, ...env }, timeout: 60_000 };
  return (await promisify(execFile)(process.execPath, args, options)).stdout.trim();
}

const LOAD_MODEL = `
  const { loadModel } = await import(${JSON.stringify(built('runtime/model.js'))});
  await (await loadModel(${JSON.stringify(MODEL)}, { threads: 1, keepsMemory: true })).release();
  console.log('loaded');`;

/** Prints how it ends: models are missing, so it gets no further than that. */
const OPEN_ENGINE = `
  const { openEngine } = await import(${JSON.stringify(built('index.js'))});
  await openEngine({ cacheDir: '/nowhere', sourceDir: '/nowhere' }).catch((error) => console.log(error.code));`;

/** A main thread that runs the program in a worker thread. */
const inWorker = (program: string, { first = '', options = {} } = {}): string => `
  import { Worker } from 'node:worker_threads';
  ${first}
  const code = ${JSON.stringify(program)};
  const file = new URL('data:text/javascript,' + encodeURIComponent(code));
  new Worker(file, ${JSON.stringify(options)}).on('error', (error) => { throw error; });`;

const IMPORT_ENGINE = `await import(${JSON.stringify(built('index.js'))});`;

it.each([
  ['the main thread', LOAD_MODEL],
  ['a worker thread', inWorker(LOAD_MODEL, { first: IMPORT_ENGINE })],
])('leaves no trace of a model that is loaded in %s, whatever the environment says', async (_, program) => {
  expect(await run(program, { ORT_DISABLE_TELEMETRY: '0' })).toBe('loaded');
  expect(await readdir(folder)).toEqual([]);
});

it('rejects an engine in a worker thread whose process would report', async () => {
  expect(await run(inWorker(OPEN_ENGINE))).toBe('telemetry-enabled');
  // Seen by the worker alone, not by native code.
  const options = { env: { ORT_DISABLE_TELEMETRY: '1' } };
  expect(await run(inWorker(OPEN_ENGINE, { options }))).toBe('telemetry-enabled');
});

it('opens one in a worker thread if the main thread or the environment has disabled telemetry', async () => {
  expect(await run(OPEN_ENGINE)).toBe('model-missing');
  expect(await run(inWorker(OPEN_ENGINE, { first: IMPORT_ENGINE }))).toBe('model-missing');
  expect(await run(inWorker(OPEN_ENGINE), { ORT_DISABLE_TELEMETRY: '1' })).toBe('model-missing');
});
