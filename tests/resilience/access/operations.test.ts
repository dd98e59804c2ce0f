import { signUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCall, type GoodCall } from '../shared/good-call.js';
import { postFiles, startTarget, API_KEY, type Envelope } from '../shared/service.js';
import { documentedRoutes, type DocumentedRoute } from './documented-routes.js';
import { AccountClient } from './account-client.js';

let service: StartedService;
let good: GoodCall;
let operations: readonly DocumentedRoute[];

beforeAll(async () => {
  service = await startTarget({ FACET_COLLECTIONS: '1' });
  good = await goodCall(service.url);
  operations = (await documentedRoutes(service.url)).filter(({ schemes }) => schemes.includes('apiKey'));
});
afterAll(async () => {
  await good.stillResponds();
  await service.stop();
});

/** Calls every operation with good images and these headers, and expects this rejection of each. */
async function expectRejectedEverywhere(
  headers: Record<string, string>,
  status: number,
  code: string,
  query = '',
): Promise<void> {
  const paths = operations.map(({ path }) => path);
  expect(paths.filter((path) => path.startsWith('/collections')).length).toBeGreaterThan(14);
  expect(paths.filter((path) => !path.startsWith('/collections'))).toEqual([
    '/match_faces',
    '/compare_faces',
    '/get_image_attr',
    '/get_face_vec',
    '/redact',
    '/liveness_session',
    '/check_liveness',
  ]);
  for (const { method, path } of operations) {
    const form = new FormData();
    for (const field of ['img', 'image_attr', 'img_1', 'img_2'])
      form.append(field, new Blob([Uint8Array.from(good.image)]), 'a.jpg');
    const url = service.url + path.replaceAll(/\{\w+\}/g, 'some') + query;
    const response = await fetch(url, { method, headers, body: method === 'GET' ? null : form });
    const body = (await response.json()) as Envelope;
    expect(body, path).toMatchObject({ code, success: false, data: {} });
    expect(body).not.toHaveProperty('data.vector');
    expect(response.status).toBe(status);
  }
}

const NO_ID = [401, '4001'] as const;
const UNKNOWN = [401, '4002'] as const;

describe('no operation', () => {
  it('without an API key, or with an empty one', async () => {
    await expectRejectedEverywhere({}, ...NO_ID);
    await expectRejectedEverywhere({ user_id: ' ' }, ...NO_ID);
  });

  it('with an API key anywhere but in its headers', async () => {
    await expectRejectedEverywhere({ authorization: `Basic ${API_KEY}` }, ...NO_ID, `?user_id=${API_KEY}`);
    await expectRejectedEverywhere({ cookie: `user_id=${API_KEY}`, 'x-api-key': API_KEY }, ...NO_ID);
  });

  it.each([
    'nobody',
    `${API_KEY}x`,
    API_KEY.slice(1),
    API_KEY.toUpperCase(),
    '%',
    '*',
    "' or '1'='1",
    "'; drop table api_key; --",
    '${API_KEY}',
    '__proto__',
    'null',
    '0',
    'true',
    '[object Object]',
    `${API_KEY},${API_KEY}`,
  ])('with the unknown API key %j', (apiKey) => expectRejectedEverywhere({ user_id: apiKey }, ...UNKNOWN));

  it('for a person who is only logged in', async () => {
    const { cookie } = await signUp(service.url, 'only-logged-in', 'business');
    await expectRejectedEverywhere({ cookie }, ...NO_ID);
  });

  it('for an account without a plan', async () => {
    const { apiKey } = await signUp(service.url, 'without-a-plan');
    await expectRejectedEverywhere({ user_id: apiKey }, 403, '4003');
  });

  it('for an account whose plan has ended', async () => {
    const { apiKey, email } = await signUp(service.url, 'ended', 'business');
    await service.admin('plans', 'end', email, '--at', 'now');
    await expectRejectedEverywhere({ user_id: apiKey }, 403, '4004');
  });

  it('for a suspended account, until it is resumed', async () => {
    const { apiKey, email } = await signUp(service.url, 'suspended', 'business');
    await service.admin('accounts', 'suspend', email);
    await expectRejectedEverywhere({ user_id: apiKey }, 403, '4005');
    await service.admin('accounts', 'resume', email);
    expect((await postFiles(`${service.url}/get_face_vec`, { img: good.image }, apiKey)).status).toBe(200);
  });

  it('with an API key that was replaced, or whose account is gone', async () => {
    const { apiKey, cookie, password } = await signUp(service.url, 'replaced', 'business');
    const client = new AccountClient(service.url, { cookie });
    const { body } = await client.post('/account/api-keys/replace');
    await expectRejectedEverywhere({ user_id: apiKey }, ...UNKNOWN);
    expect((await client.post('/account/delete', { password })).body.code).toBe('1000');
    const { api_key: replaced } = body.data['account'] as { api_key: string };
    await expectRejectedEverywhere({ user_id: replaced }, ...UNKNOWN);
  });

  it('with an API key that was revoked, while the account’s others work', async () => {
    const { apiKey, cookie } = await signUp(service.url, 'rotated', 'business');
    const client = new AccountClient(service.url, { cookie });
    const { body } = await client.post('/account/api-keys', { name: 'second' });
    const listed = body.data['api_keys'] as readonly { name: string; api_key: string }[];
    const second = listed.find(({ name }) => name === 'second')?.api_key ?? '';
    const call = async (id: string): Promise<number> =>
      (await postFiles(`${service.url}/get_face_vec`, { img: good.image }, id)).status;
    expect([await call(apiKey), await call(second)]).toEqual([200, 200]);
    expect((await client.post('/account/api-keys/revoke', { name: 'default' })).status).toBe(200);
    await expectRejectedEverywhere({ user_id: apiKey }, ...UNKNOWN);
    expect(await call(second)).toBe(200);
    const { body: after } = await client.get('/account/api-keys');
    expect(after.data['api_keys']).toMatchObject([
      { name: 'second', last_used_at: expect.stringMatching(/Z$/) as string },
    ]);
  });

  it('beyond the pace of a plan', async () => {
    const { apiKey } = await signUp(service.url, 'rate-limited', 'free');
    const calls = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${service.url}/get_face_vec`, { method: 'POST', headers: { user_id: apiKey } }),
      ),
    );
    const rejected = calls.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    for (const { headers } of rejected) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a plan that only the operator grants', () => {
  it('cannot be chosen', async () => {
    const { cookie, apiKey } = await signUp(service.url, 'plan-chooser');
    for (const plan of ['unlimited', '__proto__', 'constructor', 'UNLIMITED', 'free\0unlimited']) {
      const { status, body } = await new AccountClient(service.url, { cookie }).post(
        '/account/subscription',
        {
          plan,
        },
      );
      expect(status, plan).toBeGreaterThanOrEqual(400);
      expect(status, body.message).toBeLessThan(500);
    }
    await expectRejectedEverywhere({ user_id: apiKey }, 403, '4003');
  });
});
