import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { IMAGE, useServers } from './fetching.test.fixture.js';
import { runApp, type RunningApp } from '../running-app.test.fixture.js';
import { PortalVisit } from '../accounts/routes/portal-visit.test.fixture.js';
import { pictureType } from './show-picture.js';

const { serve } = useServers();
let app: RunningApp;

type AskPicture = (url: string, headers?: Record<string, string>) => Promise<Response>;

/** Somebody who has signed up, with or without a plan, and a way to ask for a picture. */
async function signUp(
  plan: string | null,
): Promise<{ visit: PortalVisit; picture: AskPicture; email: string }> {
  const visit = new PortalVisit(app.url);
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const { code } = await visit.post('/account/sign-up', { email, password: 'quartz lantern meadow' });
  expect(code).toBe('1000');
  if (plan !== null) expect((await visit.post('/account/subscription', { plan })).code).toBe('1000');
  const { account } = (await visit.get('/account')).data as { account: { api_key: string } };
  const picture: AskPicture = (url, headers = {}) =>
    fetch(`${app.url}/portal/picture`, {
      method: 'POST',
      headers: { user_id: account.api_key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url }),
    });
  return { visit, picture, email };
}

const member = async (): Promise<AskPicture> => (await signUp('free')).picture;

const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code;

/** The app, and a host with an image that counts its requests. */
async function serveImage(): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const { port } = await serve((_request, response) => {
    requests += 1;
    response.end(IMAGE);
  });
  app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}` } });
  return { port, requests: () => requests };
}

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

  it('is given to nobody without an API key', async () => {
    app = await runApp();
    const picture = await member();
    expect(await codeOf(await picture('http://example.org/', { user_id: '' }))).toBe('4001');
    const fromPortal = { user_id: '', origin: app.url, 'sec-fetch-site': 'same-origin' };
    expect(await codeOf(await picture('http://example.org/', fromPortal))).toBe('4001');
  });

  it('stays under the guard of image URLs, and what is no picture is not passed on', async () => {
    const { port } = await serve((_request, response) => response.end('<html>an inner page</html>'));
    app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}` } });
    const picture = await member();
    expect(await codeOf(await picture('http://127.0.0.2/'))).toBe('3201');
    expect(await codeOf(await picture('file:///etc/passwd'))).toBe('3201');
    expect(await codeOf(await picture(`http://127.0.0.1:${port}/`))).toBe('2004');
  });

  it('needs an account that could make calls', async () => {
    const { port, requests } = await serveImage();
    const url = `http://127.0.0.1:${port}/`;
    const without = await signUp(null);
    expect(await codeOf(await without.picture(url))).toBe('4003');
    const { visit, picture, email } = await signUp('free');
    const account = await app.accounts.store.named(email);
    if (account === null) throw new Error('There is no account.');
    await app.accounts.store.suspend(account.id);
    expect(await codeOf(await picture(url))).toBe('4005');
    await app.accounts.store.resume(account.id);
    await app.accounts.subscriptions.end(account.id, 0);
    expect(await codeOf(await picture(url))).toBe('4004');
    expect(requests()).toBe(0);
    expect((await visit.post('/account/subscription', { plan: 'free' })).code).toBe('1000');
    expect((await picture(url)).status).toBe(200);
  });

  it('is loaded for an account only so often', async () => {
    const { port, requests } = await serveImage();
    const picture = await member();
    let response = await picture(`http://127.0.0.1:${port}/`);
    while (response.ok && requests() < 5000) {
      await response.arrayBuffer();
      response = await picture(`http://127.0.0.1:${port}/`);
    }
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await codeOf(response)).toBe('4291');
  });

  it('is in the request log of the account', async () => {
    const { port } = await serveImage();
    const { visit, picture } = await signUp('free');
    expect((await picture(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await picture('http://127.0.0.2/')).status).toBe(422);
    await app.accounts.requestLog.write();
    const { data } = await visit.get('/account/requests');
    expect(data['requests']).toMatchObject([
      { operation: '/portal/picture', status: 422, code: '3201' },
      { operation: '/portal/picture', status: 200, code: '1000' },
    ]);
  });

  it('waits in the queue of all fetches, in which accounts leave each other room', async () => {
    const held: ServerResponse[] = [];
    const { port } = await serve((request, response) => {
      if (request.url === '/stalls') held.push(response);
      else response.end(IMAGE);
    });
    app = await runApp({ env: { FACET_URL_ALLOW: `127.0.0.1:${port}`, FACET_MAX_FETCHES: '4' } });
    const stalls = `http://127.0.0.1:${port}/stalls`;
    const stalling = (await signUp('business')).picture;
    const requested = Array.from({ length: 4 }, () => stalling(stalls));
    while (held.length < 2) await sleep(5);
    // Answered although every fetch of the other stalls.
    expect((await (await member())(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(held).toHaveLength(2);
    for (let completed = 0; completed < requested.length; completed++) {
      while (held.length <= completed) await sleep(5);
      held[completed]?.end(IMAGE);
    }
    expect((await Promise.all(requested)).map(({ status }) => status)).toEqual(requested.map(() => 200));
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
