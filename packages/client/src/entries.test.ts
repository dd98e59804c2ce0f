import { loadedModules } from '@facet/test-support';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

const built = (name: string): URL => new URL(`../dist/${name}.js`, import.meta.url);

/** Takes away what only Node has, then sends a short Base64 string and a path. */
const BROWSER_LIKE = `
  const { parentPort, workerData } = require('node:worker_threads');
  delete globalThis.process;
  delete globalThis.Buffer;
  import(workerData).then(async ({ FacetClient }) => {
    let base64;
    const fetch = async (url, { body }) => { base64 = body; throw new TypeError('Failed to fetch'); };
    const client = new FacetClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'u', fetch });
    await client.vector('QUJD').catch(() => undefined);
    const path = await client.vector('photo.jpg').catch((error) => error.message);
    parentPort.postMessage({ base64, path });
  });
`;

describe('the built entries', () => {
  it('the main one loads nothing from outside, so it runs in browsers as it is', async () => {
    const { own, outside } = await loadedModules(built('index'));
    expect(outside).toEqual([]);
    expect(own.map((url) => url.split('/').at(-1))).toContain('client.js');
  });

  it('the one for responses loads nothing that sends requests or reads files', async () => {
    const { own, outside } = await loadedModules(built('responses'));
    expect(outside).toEqual([]);
    const names = own.map((url) => url.split('/').at(-1));
    expect(names).toContain('read-results.js');
    for (const absent of ['client.js', 'request.js', 'local-file.js']) expect(names).not.toContain(absent);
  });

  it('the one for files loads only modules of Node', async () => {
    const { outside } = await loadedModules(built('files'));
    expect(outside).toContain('node:fs');
    expect(outside.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('the main one works without the globals of Node', async () => {
    const worker = new Worker(BROWSER_LIKE, { eval: true, workerData: built('index').href });
    const [received] = (await once(worker, 'message')) as unknown[];
    expect(received).toEqual({
      base64: '{"img":"QUJD"}',
      path: '"photo.jpg" is neither a URL nor Base64, and files cannot be read here. Send a Blob, or { base64: … }.',
    });
  });
});
