import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Every module that loading a file brings along, as written: paths of the package, and names from outside. */
async function loadedBy(entry: URL): Promise<{ own: string[]; outside: string[] }> {
  const own = new Set<string>();
  const outside = new Set<string>();
  const visit = async (file: URL): Promise<void> => {
    if (own.has(file.href)) return;
    own.add(file.href);
    const code = await readFile(file, 'utf8');
    const { importedFiles } = ts.preProcessFile(code, true, true);
    for (const { fileName: name } of importedFiles) {
      if (name.startsWith('.')) await visit(new URL(name, file));
      else outside.add(name);
    }
  };
  await visit(entry);
  return { own: [...own], outside: [...outside] };
}

const built = (name: string): URL => new URL(`../dist/${name}.js`, import.meta.url);

/** Takes away what only Node has, then sends a short Base64 string and a path. */
const BROWSER_LIKE = `
  const { parentPort, workerData } = require('node:worker_threads');
  delete globalThis.process;
  delete globalThis.Buffer;
  import(workerData).then(async ({ FacetClient }) => {
    let base64;
    const fetch = async (url, { body }) => { base64 = body; throw new TypeError('Failed to fetch'); };
    const client = new FacetClient({ baseUrl: 'http://127.0.0.1:9', userId: 'u', fetch });
    await client.vector('QUJD').catch(() => undefined);
    const path = await client.vector('photo.jpg').catch((error) => error.message);
    parentPort.postMessage({ base64, path });
  });
`;

describe('what the built entries load', () => {
  it('the main one nothing from outside: it runs in browsers as it is', async () => {
    const { own, outside } = await loadedBy(built('index'));
    expect(outside).toEqual([]);
    expect(own.map((url) => url.split('/').at(-1))).toContain('encode-module.js');
    expect(own.map((url) => url.split('/').at(-1))).toContain('client.js');
    expect(own.map((url) => url.split('/').at(-1))).toContain('gallery.js');
  });

  it('the one for files only what Node has', async () => {
    const { outside } = await loadedBy(built('files'));
    expect(outside).toContain('node:fs');
    expect(outside.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('the main one works where nothing of Node is in sight', async () => {
    const worker = new Worker(BROWSER_LIKE, { eval: true, workerData: built('index').href });
    const [told] = (await once(worker, 'message')) as unknown[];
    expect(told).toEqual({
      base64: '{"img":"QUJD"}',
      path: '"photo.jpg" is neither a URL nor Base64, and files cannot be read here. Send a Blob, or { base64: … }.',
    });
  });
});
