import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureWebModels } from '@facet/engine';
import { CHROMIUM_ARGS, findChromium, serveSite, type Site } from '@facet/test-support';
import { chromium, type Page, type Request } from 'playwright-core';
import sharp from 'sharp';
import { makePhotos } from '../speed/photos.js';

const require = createRequire(import.meta.url);
const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** Where the page finds the packages that it imports. */
const IMPORTS = {
  '@facet/browser': '/facet/index.js',
  '@vladmandic/face-api': '/face-api/face-api.esm.js',
  '@vladmandic/human': '/human/human.esm.js',
};
const PAGE = `<!doctype html><title>Bench</title>
<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>
<script type="module" src="/bench/page.js"></script>`;

export interface BenchPage {
  readonly page: Page;
  readonly site: Site;
  /** What came over the wire so far for Facet: its program and its models. */
  readonly transferredBytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A page with Facet, face-api and human, the photos to measure, and a camera that shows one person. */
export async function openBenchPage(evalFolder: string): Promise<BenchPage> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-browser-bench-'));
  const { portrait } = await makePhotos();
  await writeFile(join(folder, 'portrait.jpg'), portrait);
  const frame = await sharp(portrait).resize(640, 480, { fit: 'cover' }).jpeg({ quality: 92 }).toBuffer();
  await writeFile(join(folder, 'camera.mjpeg'), Buffer.concat([frame, frame, frame, frame]));
  const faceApi = packageFolder('@vladmandic/face-api');
  // Its exports name no other file.
  const human = dirname(dirname(require.resolve('@vladmandic/human')));
  const models = [...(await ensureWebModels({}))].map(
    ([name, path]) => [`/models/${name}`, { path }] as const,
  );
  const site = await serveSite({
    '/': { text: PAGE },
    '/favicon.ico': { text: '' },
    '/bench/': { path: join(import.meta.dirname, '..', 'web') },
    '/src/speed/': { path: join(import.meta.dirname, '..', 'speed') },
    '/facet/': { path: join(packageFolder('@facet/browser'), 'dist', 'web') },
    '/face-api/': { path: join(faceApi, 'dist') },
    '/face-api-models/': { path: join(faceApi, 'model') },
    '/human/': { path: join(human, 'dist') },
    '/human-models/': { path: join(human, 'models') },
    '/tfjs/': { path: dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) },
    '/photos/': { path: folder },
    '/eval/': { path: evalFolder },
    ...Object.fromEntries(models),
  });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_ARGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'camera.mjpeg')}`,
    ],
  });
  const page = await browser.newPage();
  const transfers: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (/^\/(facet|models)\//.test(new URL(request.url()).pathname)) transfers.push(wireBytes(request));
  });
  await page.goto(site.url, { timeout: 120_000 });
  await page.waitForFunction("'bench' in globalThis", null, { timeout: 120_000 });
  return {
    page,
    site,
    transferredBytes: async () => (await Promise.all(transfers)).reduce((sum, each) => sum + each, 0),
    close: async () => {
      await browser.close();
      site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As the browser counted them, compressed and with the header. */
async function wireBytes(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}
