import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBareApp, type BareApp } from '../bare-app.test.fixture.js';
import { addRoutes } from '../route.js';
import { portalRoutes } from './page-routes.js';
import { placeholderPortal, PortalMissing, portalFolder, readPortal } from './portal-pages.js';
import { samplePaths, SamplesUnusable, withOwnSamples } from './samples.js';

const SCRIPT = `console.log(${JSON.stringify('a portal '.repeat(500))});`;
/** Only the beginning of one: nobody here looks further. */
const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

let folder: string;
let app: BareApp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-portal-'));
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not for others');
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Portal</title>');
  await writeFile(join(folder, 'dist', '.built-from'), 'a note');
  await writeFile(join(folder, 'dist', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'dist', 'assets', 'index-4f3a.js'), SCRIPT);
  await mkdir(join(folder, 'dist', 'samples', 'thumbs'), { recursive: true });
  for (const name of ['2-crowd.jpg', '1-portrait.jpg', 'thumbs/1-portrait.jpg'])
    await writeFile(join(folder, 'dist', 'samples', name), PHOTO);
  const pages = await readPortal(join(folder, 'dist'));
  app = await runBareApp((bare) => {
    addRoutes(bare, portalRoutes(pages));
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The path goes out as it is written, which fetch would tidy up, and the body comes as it was sent. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    httpRequest({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        });
      });
    })
      .on('error', reject)
      .end();
  });

describe('the page', () => {
  it('is at / and may load from nowhere else', async () => {
    const { status, headers, bytes } = await get('/?from=mail');
    expect(status).toBe(200);
    expect(bytes.toString()).toContain('<title>Portal</title>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("img-src 'self' blob: data:");
    expect(policy).not.toMatch(/'unsafe|https?:|\*/);
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is sent once: with its tag, the client hears that it has it', async () => {
    const { headers } = await get('/');
    const again = await get('/', { 'if-none-match': `"other", W/${headers.etag ?? ''}` });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(again.headers.etag).toBe(headers.etag);
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('responds to HEAD without a body', async () => {
    const { status, headers, bytes } = await get('/', {}, 'HEAD');
    expect([status, bytes.length, headers['content-length']]).toEqual([200, 0, '36']);
  });
});

describe('an asset', () => {
  const path = '/assets/index-4f3a.js';

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    [undefined, 'identity', (bytes: Buffer) => bytes],
  ])('is sent as %s to a client that takes %s', async (encoding, accepted, decode) => {
    const { status, headers, bytes } = await get(path, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('accept-encoding');
    expect(decode(bytes).toString()).toBe(SCRIPT);
    expect(bytes.length < SCRIPT.length).toBe(encoding !== undefined);
  });

  it('may be kept for ever', async () => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });
});

describe('other paths', () => {
  it('serve the other files of the build, by their name', async () => {
    expect((await get('/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
  });

  it.each([
    '/index.html',
    '/.built-from',
    '/assets/',
    '/assets/other.js',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets/__proto__',
    '/../secret.txt',
    '/secret.txt',
    '/samples/sample1.jpg',
    '/samples/../secret.txt',
    '/samples/%00',
  ])('find nothing: %s', async (path) => {
    const { status, bytes } = await get(path);
    expect(status).toBe(404);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: '2404', success: false });
  });

  it('take no other method', async () => {
    const { status, headers } = await get('/', {}, 'POST');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the sample photos', () => {
  it('are those of the build, with small ones beside them', async () => {
    const { status, headers, bytes } = await get('/samples/1-portrait.jpg', { 'accept-encoding': 'br' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(bytes).toEqual(PHOTO);
    expect((await get('/samples/thumbs/1-portrait.jpg')).status).toBe(200);
    const pages = await readPortal(join(folder, 'dist'));
    expect(samplePaths(pages)).toEqual(['/samples/1-portrait.jpg', '/samples/2-crowd.jpg']);
  });

  it('may be the operator’s own', async () => {
    const own = join(folder, 'own');
    await mkdir(own);
    for (const name of ['us.png', 'me.jpeg', 'notes.txt', '.hidden.jpg', 'a b.jpg'])
      await writeFile(join(own, name), PHOTO);
    const pages = await withOwnSamples(await readPortal(join(folder, 'dist')), own);
    expect(samplePaths(pages)).toEqual(['/samples/me.jpeg', '/samples/us.png']);
    expect([...pages.keys()].filter((path) => path.includes('thumbs'))).toEqual([]);
    expect(pages.get('/samples/me.jpeg')?.type).toBe('image/jpeg');
  });

  it('cannot be a folder that is not there, or a whole collection', async () => {
    const pages = await readPortal(join(folder, 'dist'));
    await expect(withOwnSamples(pages, join(folder, 'nothing'))).rejects.toThrow(SamplesUnusable);
    const many = join(folder, 'many');
    await mkdir(many);
    for (let n = 0; n < 25; n++) await writeFile(join(many, `${n}.jpg`), PHOTO);
    await expect(withOwnSamples(pages, many)).rejects.toThrow(/holds 25 photos; at most 24/);
  });
});

describe('a portal that is not built', () => {
  it('is said in one sentence', async () => {
    await expect(readPortal(join(folder, 'nothing'))).rejects.toThrow(PortalMissing);
    await expect(readPortal(join(folder, 'dist', 'assets'))).rejects.toThrow(/Run npm run build/);
    expect(portalFolder()).toMatch(/portal[\\/]dist$/);
  });

  it('has a page that says so', () => {
    expect(placeholderPortal().get('/')?.bytes.toString()).toContain('npm run build');
  });
});
