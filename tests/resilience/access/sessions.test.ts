import { signUp, type StartedService } from '@facet/test-support';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget } from '../shared/service.js';
import { documentedRoutes, type DocumentedRoute } from './documented-routes.js';
import { accountIn, AccountClient } from './account-client.js';

let service: StartedService;
let sessionRoutes: readonly DocumentedRoute[];
let changingRoutes: readonly DocumentedRoute[];

beforeAll(async () => {
  service = await startTarget();
  const routes = await documentedRoutes(service.url);
  sessionRoutes = routes.filter(({ schemes }) => schemes.includes('session'));
  changingRoutes = routes.filter(({ path, method }) => path.startsWith('/account') && method === 'POST');
});
afterAll(() => service.stop());

const call = (client: AccountClient, { method, path }: DocumentedRoute): ReturnType<AccountClient['get']> =>
  method === 'GET' ? client.get(path) : client.post(path, {});

async function person(name: string): Promise<AccountClient & { email: string; password: string }> {
  const { email, password, cookie } = await signUp(service.url, name);
  const client = new AccountClient(service.url, { origin: service.url });
  client.cookie = cookie;
  return Object.assign(client, { email, password });
}

describe('a session', () => {
  it('is asked for by every route that shows or changes an account', async () => {
    expect(sessionRoutes.length).toBeGreaterThanOrEqual(8);
    for (const route of sessionRoutes) {
      const answer = await call(new AccountClient(service.url), route);
      expect(answer, route.path).toMatchObject({ status: 401, body: { code: '4010', data: {} } });
    }
  });

  it('cannot be forged from one’s own', async () => {
    const ada = await person('forge-ada');
    const bob = await person('forge-bob');
    const [name = '', value = ''] = ada.cookie.split(/=(.*)/s);
    const [, bobs = ''] = bob.cookie.split(/=(.*)/s);
    const [token = '', signature = ''] = decodeURIComponent(value).split('.');
    const [bobsToken = ''] = decodeURIComponent(bobs).split('.');
    const forgeries = [
      token,
      `${token}.`,
      `.${signature}`,
      `${bobsToken}.${signature}`,
      `${token}.${signature.slice(0, -3)}AA=`,
      `${token}x.${signature}`,
      `${token}.${signature}.${signature}`,
      'null',
      '{}',
      '%00',
      "' or 1=1 --",
    ];
    for (const forged of forgeries) {
      const client = new AccountClient(service.url);
      client.cookie = `${name}=${encodeURIComponent(forged)}`;
      expect((await client.get('/account')).body.code, forged).toBe('4010');
    }
    expect((await ada.get('/account')).body.code).toBe('1000');
  });

  it('is a new one after every log-in, and one that was planted before is worth nothing', async () => {
    const ada = await person('fixation');
    const planted = await person('attacker');
    const victim = new AccountClient(service.url, { origin: service.url });
    victim.cookie = planted.cookie;
    const { email, password } = ada;
    expect(accountIn(await victim.post('/account/log-in', { email, password })).email).toBe(email);
    expect(victim.cookie).not.toBe(planted.cookie);
    // The attacker neither gets into the account nor keeps a session that the victim's browser had.
    expect((await planted.get('/account')).body.code).toBe('4010');
    const invented = new AccountClient(service.url, { origin: service.url });
    invented.cookie = 'facet_session=chosen-by-somebody-else';
    await invented.post('/account/log-in', { email, password });
    expect(invented.cookie).not.toContain('chosen-by-somebody-else');
  });

  it('ends with the log-out, with a new password, and with the account', async () => {
    const ada = await person('endings');
    const { email, password } = ada;
    const before = ada.as({ origin: service.url });
    await ada.post('/account/log-out');
    expect((await before.get('/account')).body.code).toBe('4010');

    const laptop = new AccountClient(service.url);
    const phone = new AccountClient(service.url);
    for (const each of [laptop, phone]) await each.post('/account/log-in', { email, password });
    const next = `${password} again`;
    expect((await laptop.post('/account/password', { current: password, new: next })).status).toBe(200);
    expect((await phone.get('/account')).body.code).toBe('4010');
    const copy = laptop.as({});
    expect((await laptop.post('/account/delete', { password: next })).status).toBe(200);
    expect((await copy.get('/account')).body.code).toBe('4010');
  });

  it('lives in a cookie that no script reads and no other site sends', async () => {
    const ada = new AccountClient(service.url);
    await ada.post('/account/sign-up', {
      email: 'cookie@people.example',
      password: 'a long enough password',
    });
    expect(ada.setCookies.length).toBeGreaterThan(0);
    for (const cookie of ada.setCookies) {
      expect(cookie).toMatch(/; HttpOnly/i);
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
      expect(cookie).toMatch(/; Path=\//i);
      expect(cookie).not.toMatch(/; Domain=/i);
    }
  });
});

describe('another web site', () => {
  const FOREIGN = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1' },
    { origin: 'http://127.0.0.1.evil.example' },
    { origin: 'file://' },
    { origin: 'not an origin' },
    { referer: 'https://evil.example/' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    // Even without an Origin header, browsers send this one.
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ];

  it('changes nothing: every changing route rejects its requests', async () => {
    const ada = await person('csrf');
    expect(changingRoutes.length).toBeGreaterThanOrEqual(9);
    for (const headers of FOREIGN) {
      for (const route of changingRoutes) {
        const answer = await call(ada.as(headers), route);
        expect(answer, `${route.path} ${JSON.stringify(headers)}`).toMatchObject({
          status: 403,
          body: { code: '4012' },
        });
      }
    }
    expect((await ada.get('/account')).body.code).toBe('1000');
  });

  it('changes nothing with the types that a form can send, nor with another method', async () => {
    const ada = await person('forms');
    for (const { path } of changingRoutes) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain; application/json',
      ]) {
        const answer = await ada.as({}).post(path, '{"plan": "free", "x": "="}', type);
        expect(answer, `${path} ${type}`).toMatchObject({ status: 415, body: { code: '2009' } });
      }
      const headers = { cookie: ada.cookie, 'x-http-method-override': 'POST' };
      const got = await fetch(`${service.url}${path}?_method=POST`, { headers });
      await got.arrayBuffer();
      expect([404, 405, 200], path).toContain(got.status);
    }
    expect((await ada.get('/account')).body.data['account']).toMatchObject({ subscription: null });
  });

  it('reads nothing: no response allows another origin', async () => {
    for (const { path } of sessionRoutes) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
        const response = await fetch(service.url + path, { method, headers });
        await response.arrayBuffer();
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      }
    }
  });
});

describe('what belongs to somebody else', () => {
  it('cannot be read or changed by naming it', async () => {
    const ada = await person('owner');
    const bob = await person('stranger');
    const own = accountIn(await ada.get('/account'));
    await ada.post('/account/subscription', { plan: 'starter' });
    await fetch(`${service.url}/get_face_vec`, { method: 'POST', headers: { user_id: own.api_key } });

    const names = {
      email: own.email,
      user_id: own.api_key,
      account_id: own.api_key,
      id: own.email,
      accountId: own.api_key,
    };
    const query = new URLSearchParams(names).toString();
    const reader = bob.as({ 'x-user-id': own.api_key, 'x-account-id': own.api_key });
    for (const path of sessionRoutes.filter(({ method }) => method === 'GET').map((route) => route.path)) {
      const { body } = await reader.get(`${path}?${query}`);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${own.email}|${own.api_key}`));
      expect(body).not.toMatchObject({ data: { account: { subscription: { plan: { id: 'starter' } } } } });
      expect(body).not.toMatchObject({ data: { quota: { limit: 25_000 } } });
    }
    await bob.post('/account/subscription', { plan: 'free', ...names });
    await bob.post('/account/api-keys', { name: 'default', ...names });
    await bob.post('/account/api-keys/revoke', { name: 'default', ...names });
    await bob.post('/account/api-keys/replace', names);
    await bob.post('/account/subscription/cancel', names);
    await bob.post('/account/delete', { password: bob.password, ...names });
    const after = await ada.get('/account');
    expect(accountIn(after).api_key).toBe(own.api_key);
    expect(after.body.data['account']).toMatchObject({
      subscription: { plan: { id: 'starter' }, ends_at: null },
    });
  });
});
