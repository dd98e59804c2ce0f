import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_LIMITS, type KeyLimits } from '../accounts/api-keys/key-limits.js';
import { API_KEY, OTHER_API_KEY, runApp, type RunningApp } from '../running-app.test.fixture.js';
import { SCOPE_NAMES, type Scope } from './scopes.js';

const ACCOUNT = 'account-0';
const MINUTE = 60_000;

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({
    env: { FACET_COLLECTIONS: '1', FACET_COMPREFACE: '1', FACET_REKOGNITION: '1' },
  });
});
afterAll(() => app.close());

let made = 0;
const keyWith = async (limits: Partial<KeyLimits>): Promise<string> => {
  const name = `key ${++made}`;
  const apiKey = await app.accounts.apiKeys.add(ACCOUNT, name, { ...NO_LIMITS, ...limits });
  return apiKey;
};

/** The code of our API, or the status of a door's error. */
async function codeOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const response = await fetch(app.url + path.replaceAll(/:\w+/g, 'x'), {
    method,
    headers,
    redirect: 'manual',
  });
  const text = await response.text();
  return /"code": ?"?(\d+)/.exec(text)?.[1] ?? String(response.status);
}

const isDoor = (path: string): boolean => path.startsWith('/api/v1');
const keyHeader = (path: string, apiKey: string): Record<string, string> => ({
  [isDoor(path) ? 'x-api-key' : 'user_id']: apiKey,
});

describe('an API key for one thing', () => {
  it('can do that on every route, and nothing else on any', async () => {
    const guarded = app.routes.filter(({ caller }) => caller.startsWith('api-key'));
    expect(guarded.length).toBeGreaterThan(35);
    const used = new Set<unknown>();
    for (const scope of SCOPE_NAMES) {
      const apiKey = await keyWith({ scopes: [scope] });
      for (const { method, path, scope: needed } of guarded) {
        used.add(needed);
        const response = await fetch(app.url + path.replaceAll(/:\w+/g, 'x'), {
          method,
          headers: keyHeader(path, apiKey),
        });
        const text = await response.text();
        const isRejected = response.status === 403 && text.includes('not meant for this call');
        expect(isRejected, `${scope} on ${method} ${path}: ${text.slice(0, 200)}`).toBe(needed !== scope);
      }
      await app.accounts.apiKeys.revoke(ACCOUNT, `key ${made}`);
    }
    expect([...used].sort()).toEqual([...SCOPE_NAMES].sort());
  });

  it('reserves and counts nothing when it is rejected', async () => {
    const { db } = app.accounts.database;
    const used = (): Promise<unknown> => db.selectFrom('period_usage').selectAll().execute();
    const before = await used();
    const apiKey = await keyWith({ scopes: ['search'] });
    for (let n = 0; n < 3; n++)
      expect(await codeOf('POST', '/get_face_vec', { user_id: apiKey })).toBe('4008');
    expect(await db.selectFrom('reservation').selectAll().execute()).toEqual([]);
    expect(await used()).toEqual(before);
  });

  it.each<[string, Scope, string]>([
    ['DetectFaces', 'analyse', 'search'],
    ['SearchFaces', 'search', 'analyse'],
    ['IndexFaces', 'enrol', 'search'],
    ['DeleteCollection', 'manage', 'enrol'],
  ])('of the door of Rekognition is listed with its scope: %s', (operation, scope) => {
    const route = app.routes.find(({ caller }) => caller === 'signature');
    expect(route?.scope).toMatchObject({ [operation]: scope });
  });
});

describe('an API key that expires', () => {
  it('works until then', async () => {
    const soon = await keyWith({ expiresAt: Date.now() + MINUTE });
    expect(await codeOf('POST', '/get_face_vec', { user_id: soon })).toBe('2009');
    const { db } = app.accounts.database;
    await db
      .updateTable('api_key')
      .set({ expires_at: Date.now() })
      .where('name', '=', `key ${made}`)
      .execute();
    expect(await codeOf('POST', '/get_face_vec', { user_id: soon })).toBe('4007');
    expect(await codeOf('GET', '/collections', { user_id: soon })).toBe('4007');
  });
});

describe('an API key for web pages', () => {
  it('can be used from its origins alone', async () => {
    const bound = await keyWith({
      scopes: ['analyse'],
      origins: ['https://a.example', 'http://b.example:81'],
    });
    for (const [origin, code] of [
      ['https://a.example', '2009'],
      ['http://b.example:81', '2009'],
      ['https://b.example:81', '4009'],
      ['https://a.example.evil.example', '4009'],
      ['https://a.example:443', '4009'],
      ['null', '4009'],
      [undefined, '4009'],
    ] as const)
      expect(
        await codeOf('POST', '/get_face_vec', { user_id: bound, ...(origin !== undefined && { origin }) }),
        origin,
      ).toBe(code);
    const any = await keyWith({ scopes: ['analyse'], origins: [] });
    expect(await codeOf('POST', '/get_face_vec', { user_id: any, origin: 'https://c.example' })).toBe('2009');
  });
});

describe('Authorization: Bearer', () => {
  it('is accepted on every route beside user_id', async () => {
    for (const { method, path, caller } of app.routes) {
      if (!caller.startsWith('api-key')) continue;
      const headers = { authorization: `Bearer ${API_KEY}` };
      const response = await fetch(app.url + path.replaceAll(/:\w+/g, 'x'), { method, headers });
      expect([401, 403], `${method} ${path}: ${await response.text()}`).not.toContain(response.status);
    }
  });

  it('is rejected if there are two of different keys', async () => {
    const ask = (...keys: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = keys.flatMap((key) => ['Authorization', `Bearer ${key}`]);
        request(`${app.url}/collections`, { headers: ['Host', 'a', ...headers] }, (response) => {
          response.resume();
          resolve(String(response.statusCode));
        })
          .on('error', reject)
          .end();
      });
    expect(await ask(API_KEY, API_KEY)).toBe('200');
    expect(await ask(API_KEY, OTHER_API_KEY)).toBe('401');
  });

  it.each([
    ['2009', { authorization: `bearer  ${API_KEY} ` }],
    ['2009', { authorization: `Bearer ${API_KEY}`, user_id: API_KEY }],
    ['2009', { authorization: `Bearer ${API_KEY}`, 'x-user-id': ` ${API_KEY}` }],
    ['4002', { authorization: `Bearer ${OTHER_API_KEY}`, user_id: API_KEY }],
    ['4002', { authorization: `Bearer ${API_KEY}`, 'x-user-id': 'unknown' }],
    ['4002', { authorization: 'Bearer unknown' }],
    ['4001', { authorization: 'Bearer ' }],
    ['4001', { authorization: API_KEY }],
    ['4001', { authorization: `Basic ${API_KEY}` }],
    // A proxy's own log-in.
    ['2009', { authorization: 'Basic dTpw', user_id: API_KEY }],
  ])('%s for %j', async (code, headers) => {
    expect(await codeOf('POST', '/get_face_vec', headers)).toBe(code);
  });
});
