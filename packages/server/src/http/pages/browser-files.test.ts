import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBareApp, type BareApp } from '../bare-app.test.fixture.js';
import { addRoutes } from '../route.js';
import { BrowserFiles } from './browser-files.js';
import { browserRoutes } from './page-routes.js';

const WORKER = `console.log(${JSON.stringify('a worker '.repeat(100))});`;
const MODEL = 'detector-4874d361068124de.onnx';

let folder: string;
let app: BareApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-browser-'));
  await writeFile(join(folder, 'worker.js'), WORKER);
  await writeFile(join(folder, 'worker.js.br'), brotliCompressSync(WORKER));
  await writeFile(join(folder, 'runtime.wasm'), 'wasm');
  await writeFile(join(folder, 'built.onnx'), 'weights');
  const files = new BrowserFiles();
  await files.addPackage(folder);
  files.addModels(
    new Map([
      [MODEL, join(folder, 'built.onnx')],
      ['gone.onnx', join(folder, 'gone.onnx')],
    ]),
  );
  app = await runBareApp((bare) => {
    addRoutes(bare, browserRoutes(files));
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(app.url + path, { headers });

it('serves the package, compressed by the build, to be asked for again', async () => {
  const worker = await get('/browser/worker.js', { 'accept-encoding': 'br' });
  expect(await worker.text()).toBe(WORKER);
  expect(worker.headers.get('content-encoding')).toBe('br');
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const plain = await get('/browser/worker.js', { 'accept-encoding': 'identity' });
  expect(plain.headers.has('content-encoding')).toBe(false);
  const again = await get('/browser/worker.js', {
    'accept-encoding': 'identity',
    'if-none-match': plain.headers.get('etag') ?? '',
  });
  expect(again.status).toBe(304);
  expect((await get('/browser/runtime.wasm')).headers.get('content-type')).toBe('application/wasm');
});

it('lets a worker load models and run WebAssembly, and nothing from elsewhere', async () => {
  const policy = (await get('/browser/worker.js')).headers.get('content-security-policy');
  expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
});

it('serves models for ever, to pages of other hosts too', async () => {
  const model = await get(`/models/${MODEL}`);
  expect(await model.text()).toBe('weights');
  expect(model.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(model.headers.get('access-control-allow-origin')).toBe('*');
});

it.each([
  '/browser/',
  '/browser/worker.js.br',
  '/browser/built.onnx/..',
  '/browser/..%2fbrowser-files.ts',
  '/models/',
  '/models/built.onnx',
  `/models/..%2f${MODEL}`,
])('serves nothing else: %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('tries a file again that could not be read', async () => {
  expect((await get('/models/gone.onnx')).status).toBe(500);
  await writeFile(join(folder, 'gone.onnx'), 'back');
  expect(await (await get('/models/gone.onnx')).text()).toBe('back');
});
