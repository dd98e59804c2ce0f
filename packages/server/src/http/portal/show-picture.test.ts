import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { IMAGE, useServers } from '../../input/fetching.test.fixture.js';
import { runApp, type RunningApp } from '../../testing/running-app.test.fixture.js';
import { PortalVisit } from '../account/portal-visit.test.fixture.js';
import { pictureType } from './show-picture.js';

const { serve } = useServers();
let app: RunningApp;

/** Somebody who has signed up, and a way to ask for a picture. */
async function member(): Promise<(url: string, headers?: Record<string, string>) => Promise<Response>> {
  const visit = new PortalVisit(app.url);
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const { code } = await visit.post('/account/sign-up', { email, password: 'quartz lantern meadow' });
  expect(code).toBe('1000');
  return (url, headers = {}) =>
    fetch(`${app.url}/portal/picture`, {
      method: 'POST',
      headers: { ...visit.headers, cookie: visit.cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url }),
    });
}

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

describe('the picture behind an image URL', () => {
  afterEach(() => app.close());

  it('is passed on as it is, to be kept by nobody', async () => {
    const { port } = await serve((_request, response) => response.end(IMAGE));
    app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}` } });
    const picture = await member();
    const response = await picture(`http://127.0.0.1:${port}/a.jpg`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(IMAGE);
  });

  it('is given to nobody who is not logged in, nor to another web site', async () => {
    app = await runApp();
    const picture = await member();
    expect(await codeOf(await picture('http://example.org/', { cookie: '' }))).toBe('4010');
    const elsewhere = { origin: 'https://example.org', 'sec-fetch-site': 'cross-site' };
    expect((await picture('http://example.org/', elsewhere)).status).toBe(403);
  });

  it('stays under the guard of image URLs, and what is no picture is not passed on', async () => {
    const { port } = await serve((_request, response) => response.end('<html>an inner page</html>'));
    app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}` } });
    const picture = await member();
    expect(await codeOf(await picture('http://127.0.0.2/'))).toBe('3201');
    expect(await codeOf(await picture('file:///etc/passwd'))).toBe('3201');
    expect(await codeOf(await picture(`http://127.0.0.1:${port}/`))).toBe('2004');
  });

  it('is loaded one at a time for each account, and bounded in all', async () => {
    const held: ServerResponse[] = [];
    const { port } = await serve((_request, response) => held.push(response));
    app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}` } });
    const [one, two, three] = [await member(), await member(), await member()];
    const url = `http://127.0.0.1:${port}/`;
    const asked = [one(url), one(url), two(url), three(url)];
    while (held.length < 2) await sleep(5);
    // Time for a third that must not come.
    await sleep(100);
    expect(held).toHaveLength(2);
    let answered = 0;
    while (answered < asked.length) {
      held[answered]?.end(IMAGE);
      answered += 1;
      while (held.length <= answered && answered < asked.length) await sleep(5);
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

it.each([
  ['image/jpeg', 'ffd8ffe000104a464946'],
  ['image/png', '89504e470d0a1a0a0000'],
  ['image/webp', '524946460000000057454250'],
  ['image/avif', '0000002066747970617669660000'],
  [null, '0000002066747970686569630000'],
  [null, '3c737667'],
  [null, ''],
])('knows %s by its first bytes', (type, hex) => {
  expect(pictureType(Buffer.from(hex, 'hex'))).toBe(type);
});
