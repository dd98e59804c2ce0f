import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startService,
  API_KEY,
  type StartedService,
} from '../../packages/client/src/started-service.test.fixture.js';
import { useBrowser } from '../browser/shared-browser.js';
import { serveClientPage, type ClientPage } from './client-page.js';

const browser = useBrowser([]);
let page: Page;
let host: ClientPage | undefined;
let service: StartedService | undefined;

beforeAll(async () => {
  host = await serveClientPage();
  service = await startService({ FACET_CORS_ORIGINS: host.origin });
  page = await browser().newPage();
  await page.goto(host.origin);
});
afterAll(async () => {
  await page.close();
  host?.close();
  await service?.stop();
});

/** Runs code in the page with a client and a photo, and returns its result. */
const inPage = (code: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const { FacetClient } = await import('/client/index.js');
    const { Gallery, VECTOR_MODEL } = await import('/gallery/index.js');
    const baseUrl = ${JSON.stringify(service?.url)};
    const client = new FacetClient({ baseUrl, apiKey: ${JSON.stringify(API_KEY)} });
    const blob = await (await fetch('/photo.jpg')).blob();
    const failure = (call) => call.then(() => null, ({ name, kind, code, message }) => ({ name, kind, code, message }));
    ${code}
  })()`);

describe('the client in a browser, from another origin', () => {
  it('sends a Blob and a stream', async () => {
    const result = await inPage(`return client.match(blob, (await fetch('/photo.jpg')).body);`);
    expect(result).toMatchObject({ score: 0, isMatch: true, meta: { attempts: 1 } });
    expect((result as { meta: { requestId: string } }).meta.requestId).toMatch(/./);
  });

  it('sends a Blob with a data: URL', async () => {
    const score = await inPage(`
      const text = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
      return (await client.match(blob, text)).score;`);
    expect(score).toBe(0);
  });

  it('finds the faces of a File', async () => {
    const faces = await inPage(`return (await client.attributes(new File([blob], 'a.jpg'))).faces.length;`);
    expect(faces).toBe(3);
  });

  it('enrols and finds a vector in a gallery', async () => {
    const hits = await inPage(`
      const face = await client.vector(blob);
      const gallery = new Gallery();
      gallery.enrol('ada', face);
      return gallery.search(face).hits.map(({ id }) => id);`);
    expect(hits).toEqual(['ada']);
  });

  it('searches a gallery that is large enough for WebAssembly', async () => {
    const found = await inPage(`
      const { Module } = WebAssembly;
      let modules = 0;
      WebAssembly.Module = class extends Module { constructor(bytes) { super(bytes); modules++; } };
      const gallery = new Gallery({ model: VECTOR_MODEL });
      const vectorOf = (n) => Float32Array.from({ length: 128 }, (_, i) => Math.sin(n * (i + 1)) / 8);
      for (let n = 1; n <= 3000; n++) gallery.enrol('p' + n, vectorOf(n));
      WebAssembly.Module = Module;
      return { modules, hits: [1, 2500].map((n) => gallery.search(vectorOf(n), { k: 1 }).hits[0]?.id) };`);
    expect(found).toEqual({ modules: 1, hits: ['p1', 'p2500'] });
  });

  it('tells errors as elsewhere', async () => {
    const errors = await inPage(`return {
      auth: await failure(new FacetClient({ baseUrl, apiKey: 'nobody' }).vector(blob)),
      path: await failure(client.vector('photo.jpg')),
      timeout: await failure(client.vector(blob, { timeoutMs: 1 })),
      aborted: await failure(client.vector(blob, { signal: AbortSignal.abort() })),
      network: await failure(new FacetClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'u' }).vector(blob)),
    };`);
    expect(errors).toMatchObject({
      auth: { name: 'AuthError', code: '4002' },
      path: { name: 'InputError', kind: 'input' },
      timeout: { name: 'TimeoutError' },
      aborted: { name: 'AbortError' },
      network: { name: 'NetworkError', kind: 'network' },
    });
  });
});
