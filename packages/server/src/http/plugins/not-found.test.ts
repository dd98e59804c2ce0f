import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBareApp, type BareApp } from '../bare-app.test.fixture.js';

let app: BareApp;
beforeAll(async () => {
  app = await runBareApp(() => undefined);
});
afterAll(() => app.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const request = (path: string, accept = BROWSER, method = 'GET'): Promise<Response> =>
  fetch(app.url + path, { method, headers: { accept }, redirect: 'manual' });

/** Where a path leads that is sent as it is written; fetch would tidy it up first. */
const locationOf = (path: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    get({ hostname, port, path, headers: { accept: BROWSER } }, (response) => {
      response.resume();
      resolve(response.headers.location);
    }).on('error', reject);
  });

describe('a path of the portal, typed without its #', () => {
  it.each([
    ['/plans', '/#/plans'],
    ['/plans/', '/#/plans'],
    ['/errors/2004', '/#/errors/2004'],
    ['/guides/api/quick-start', '/#/guides/api/quick-start'],
    ['/reset?token=a.b', '/#/reset?token=a.b'],
  ])('redirects a browser to it: %s', async (path, wanted) => {
    const response = await request(path);
    expect(response.status).toBe(302);
    const { origin, pathname, hash } = new URL(response.headers.get('location') ?? '', app.url + path);
    expect([origin, pathname + hash]).toEqual([app.url, wanted]);
  });

  it.each(['/%2e%2e/x', '/a//b', '//evil.example/x', '/a/..%2f', '/<script>', '/a\\b'])(
    'leads nowhere where it is none: %s',
    async (path) => {
      expect(await locationOf(path)).toBeUndefined();
    },
  );

  it('is an error in the envelope for a program, and for another method', async () => {
    expect((await request('/plans', 'application/json')).status).toBe(404);
    expect((await request('/plans', '*/*')).status).toBe(404);
    expect((await request('/plans', BROWSER, 'POST')).status).toBe(404);
  });
});
