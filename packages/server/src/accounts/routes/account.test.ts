import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { ADA, EVE, NEW_PASSWORD } from '../users/users.test.fixture.js';
import { runAccountApp, type AccountApp, type AccountAppSettings } from './account-app.test.fixture.js';
import { account, PortalVisit } from './portal-visit.test.fixture.js';

onBothDatabases('the account API', (open) => {
  let app: AccountApp;
  let database: Database;

  const begin = async (settings: AccountAppSettings = {}): Promise<PortalVisit> => {
    database = await open();
    app = await runAccountApp(database, settings);
    return new PortalVisit(app.url);
  };

  const signUp = async (credentials = ADA): Promise<PortalVisit> => {
    const visit = new PortalVisit(app.url);
    const response = await visit.post('/account/sign-up', credentials);
    expect(response).toMatchObject({ status: 200, code: '1000' });
    return visit;
  };

  afterEach(() => app.close());

  describe('to somebody who comes back every day', () => {
    const DAY_MS = 86_400_000;

    it('stays open, whichever route is called first', async () => {
      let now = Date.UTC(2026, 0, 1);
      await begin({ now: () => now });
      const visit = new PortalVisit(app.url, undefined, () => now);
      await visit.post('/account/sign-up', ADA);
      for (let day = 0; day < 10; day++) {
        now += DAY_MS + 60_000;
        const { data, headers } = await visit.get('/account/service');
        expect(data).toMatchObject({ logged_in: true });
        expect(headers.getSetCookie()[0]).toMatch(/^facet_session=/);
        expect(account(await visit.get('/account')).email).toBe(ADA.email);
      }
      now += 7 * DAY_MS;
      expect((await visit.get('/account')).status).toBe(401);
    });

    it('sends the cookie again if the response with it was lost, and once a day otherwise', async () => {
      let now = Date.UTC(2026, 0, 1);
      await begin({ now: () => now });
      const visit = new PortalVisit(app.url, undefined, () => now);
      await visit.post('/account/sign-up', ADA);
      const cookies = async (path: string): Promise<string[]> => {
        const { headers } = await visit.get(path);
        return headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0] ?? '');
      };
      now += DAY_MS + 60_000;
      // The browser never sees this response.
      await visit.copy().get('/account');
      // A rejection has it, too.
      expect(await cookies('/admin/accounts')).toEqual(['facet_session', 'facet_session_renewed']);
      expect(await cookies('/account')).toEqual([]);
      now += DAY_MS / 2;
      expect(await cookies('/account')).toEqual([]);
    });
  });

  describe('of an anonymous user', () => {
    it('tells what the service offers', async () => {
      const visit = await begin();
      expect((await visit.get('/account/service')).data).toEqual({
        sign_up: 'open',
        password_reset: false,
        identity_provider: null,
        mode: 'development',
        logged_in: false,
        max_image_bytes: 20_000,
        samples: ['/samples/1.jpg'],
        collections: false,
        rekognition: true,
        trial: true,
        trial_max_image_bytes: 10_000,
        trial_max_pixels: 1_000_000,
      });
      const { data } = await visit.get('/account/plans');
      expect(data['plans']).toContainEqual({
        id: 'free',
        name: 'Free',
        summary: 'For trying things out.',
        calls_per_month: 1000,
        calls_per_second: 2,
        burst: 5,
        collections: 3,
        people: 200,
        faces: 1000,
      });
      expect(JSON.stringify(data)).not.toContain('unlimited');
    });

    it('signs up, and sees the account and its API key', async () => {
      await begin();
      const visit = await signUp({ ...ADA, email: ' Ada@Example.ORG ' });
      const seen = account(await visit.get('/account'));
      expect(seen).toEqual({
        email: ADA.email,
        email_verified: false,
        has_password: true,
        role: 'user',
        api_key: expect.stringMatching(/^fct_/) as unknown,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
        suspended: false,
        subscription: null,
      });
    });

    it.each([
      ['/account', 'GET'],
      ['/account/usage', 'GET'],
      ['/account/rejections', 'GET'],
      ['/account/password', 'POST'],
      ['/account/delete', 'POST'],
      ['/account/email/verification/confirm', 'POST'],
      ['/account/api-keys/replace', 'POST'],
      ['/account/subscription', 'POST'],
      ['/account/subscription/cancel', 'POST'],
    ])('is rejected %s without a log-in', async (path, method) => {
      const visit = await begin();
      const response = method === 'GET' ? await visit.get(path) : await visit.post(path);
      expect(response).toMatchObject({ status: 401, code: '4010' });
    });

    it('gets errors for wrong credentials, taken addresses and closed sign-up', async () => {
      const visit = await begin();
      await signUp();
      const wrong = await visit.post('/account/log-in', { ...ADA, password: EVE.password });
      expect(wrong).toMatchObject({ status: 401, code: '4011' });
      const unknown = await visit.post('/account/log-in', EVE);
      expect(unknown.message).toBe(wrong.message);
      expect(await visit.post('/account/sign-up', ADA)).toMatchObject({ status: 409, code: '4092' });
      expect(await visit.post('/account/password-reset', ADA)).toMatchObject({ status: 404, code: '4041' });
      expect(
        await visit.post('/account/password-reset/confirm', { token: 'x', new: NEW_PASSWORD }),
      ).toMatchObject({ status: 404, code: '4041' });
    });

    it('waits after too many attempts', async () => {
      const visit = await begin();
      for (let n = 0; n < 5; n++) await visit.post('/account/log-in', EVE);
      const response = await visit.post('/account/log-in', EVE);
      expect(response).toMatchObject({ status: 429, code: '4293' });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    });

    it('cannot sign up where sign-up is closed', async () => {
      const visit = await begin({ signUp: 'closed' });
      expect(await visit.post('/account/sign-up', ADA)).toMatchObject({ status: 403, code: '4006' });
      expect((await visit.get('/account/service')).data['sign_up']).toBe('closed');
    });
  });

  describe('of a user', () => {
    it('logs out and in again', async () => {
      await begin();
      const visit = await signUp();
      const before = visit.copy();
      expect((await visit.post('/account/log-out')).code).toBe('1000');
      expect(visit.cookie).not.toContain('facet_session');
      expect((await before.get('/account')).code).toBe('4010');
      expect(account(await visit.post('/account/log-in', ADA)).email).toBe(ADA.email);
      expect((await visit.get('/account/service')).data['logged_in']).toBe(true);
      expect((await visit.get('/account')).code).toBe('1000');
    });

    it('replaces the API key', async () => {
      await begin();
      const visit = await signUp();
      const before = account(await visit.get('/account')).api_key;
      const after = account(await visit.post('/account/api-keys/replace')).api_key;
      expect(after).not.toBe(before);
      const hashes = await database.db.selectFrom('api_key').select('lookup_hash').execute();
      expect(hashes).toEqual([{ lookup_hash: app.apiKeys.hashOf(after) }]);
    });

    it('has several API keys by name, and revokes one of them', async () => {
      await begin();
      const visit = await signUp();
      const first = account(await visit.get('/account')).api_key;
      const listed = await visit.get('/account/api-keys');
      expect(listed.data['api_keys']).toEqual([
        {
          name: 'default',
          api_key: first,
          works: true,
          scopes: ['analyse', 'search', 'enrol', 'manage', 'liveness'],
          expires_at: null,
          origins: null,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          last_used_at: null,
        },
      ]);
      const added = await visit.post('/account/api-keys', { name: ' laptop ' });
      expect(added.data['api_keys']).toMatchObject([
        { name: 'default', api_key: first },
        { name: 'laptop', api_key: expect.stringMatching(/^fct_/) as string },
      ]);
      // Shown once.
      expect((await visit.get('/account/api-keys')).data['api_keys']).toMatchObject([
        { name: 'default', api_key: first },
        { name: 'laptop', api_key: null, works: true },
      ]);
      expect(await visit.post('/account/api-keys', { name: 'laptop' })).toMatchObject({
        status: 409,
        code: '4093',
      });
      for (const name of ['', ' ', 'x'.repeat(41), 'tab\tinside', 'bell\u0007', 7])
        expect((await visit.post('/account/api-keys', { name })).code, String(name)).toBe('2011');
      expect(account(await visit.get('/account')).api_key).toBe(first);
      const left = await visit.post('/account/api-keys/revoke', { name: 'default' });
      expect(left.data['api_keys']).toMatchObject([{ name: 'laptop' }]);
      expect(account(await visit.get('/account')).api_key).toBeNull();
      expect(await visit.post('/account/api-keys/revoke', { name: 'default' })).toMatchObject({
        status: 400,
        code: '2011',
      });
      expect((await visit.post('/account/api-keys/revoke', { name: 'laptop' })).data['api_keys']).toEqual([]);
      expect(account(await visit.get('/account')).api_key).toBeNull();
      for (let n = 0; n < 10; n++)
        expect((await visit.post('/account/api-keys', { name: `program ${n}` })).code).toBe('1000');
      expect(await visit.post('/account/api-keys', { name: 'one more' })).toMatchObject({
        status: 409,
        code: '4094',
      });
    });

    it('makes API keys for some calls, until some time, for some pages', async () => {
      await begin();
      const visit = await signUp();
      const add = (name: string, limits: object) => visit.post('/account/api-keys', { name, ...limits });
      const expires_at = new Date(Date.now() + 86_400_000).toISOString();
      await add('kiosk', { scopes: ['liveness', 'search'], expires_at });
      await add('page', { origins: ['https://shop.example'] });
      const listed = (await visit.get('/account/api-keys')).data['api_keys'];
      expect(listed).toMatchObject([
        { name: 'default' },
        { name: 'kiosk', api_key: null, scopes: ['search', 'liveness'], expires_at, origins: null },
        {
          name: 'page',
          api_key: null,
          scopes: ['analyse', 'search'],
          expires_at: null,
          origins: ['https://shop.example'],
        },
      ]);
      for (const limits of [
        { scopes: [] },
        { scopes: ['all'] },
        { expires_at: '2020-01-01T00:00:00Z' },
        { origins: ['shop.example'] },
        { origins: [], scopes: ['manage'] },
      ])
        expect((await add('other', limits)).code, JSON.stringify(limits)).toBe('2011');
    });

    it('subscribes, changes and cancels', async () => {
      await begin();
      const visit = await signUp();
      const free = account(await visit.post('/account/subscription', { plan: 'free' })).subscription;
      expect(free).toMatchObject({
        plan: {
          id: 'free',
          name: 'Free',
          calls_per_month: 1000,
          calls_per_second: 2,
          burst: 5,
          collections: 3,
          people: 200,
          faces: 1000,
        },
        ends_at: null,
        used: 0,
        active: true,
      });
      expect(free?.['period_start']).toBe(free?.['started_at']);
      const starter = account(await visit.post('/account/subscription', { plan: 'starter' })).subscription;
      expect(starter).toMatchObject({ plan: { id: 'starter' }, started_at: free?.['started_at'] });
      const cancelled = account(await visit.post('/account/subscription/cancel')).subscription;
      expect(cancelled).toMatchObject({ ends_at: free?.['period_end'], active: true });
      const resumed = account(await visit.post('/account/subscription', { plan: 'starter' })).subscription;
      expect(resumed).toMatchObject({ ends_at: null });
    });

    it('cannot choose a plan that is not offered, nor cancel what is not there', async () => {
      await begin();
      const visit = await signUp();
      for (const plan of ['unlimited', 'gold', '__proto__']) {
        const response = await visit.post('/account/subscription', { plan });
        expect(response).toMatchObject({ status: 400, code: '2011' });
        expect(response.message).toContain('field plan must be one of free, starter, business');
      }
      expect(await visit.post('/account/subscription/cancel')).toMatchObject({ status: 403, code: '4003' });
    });

    it('sees the usage, and the rejections newest first', async () => {
      await begin();
      const visit = await signUp();
      const { id } = (await app.store.named(ADA.email)) ?? { id: '' };
      const today = new Date().toISOString().slice(0, 10);
      const row = { account_id: id, operation: 'match_faces', outcome: '1000' };
      await database.db
        .insertInto('usage_day')
        .values([
          { ...row, day: today, calls: 3 },
          { ...row, day: '2020-01-01', calls: 9 },
        ])
        .execute();
      await database.db
        .insertInto('rejection')
        .values([
          { id: 'a', account_id: id, at: 1000, operation: 'match_faces', code: '4291' },
          { id: 'b', account_id: id, at: 2000, operation: 'get_face_vec', code: '4292' },
        ])
        .execute();
      const without = await visit.get('/account/usage');
      expect(without.data).toEqual({
        days: [{ day: today, operation: 'match_faces', outcome: '1000', calls: 3 }],
        quota: null,
        latency: null,
      });
      const { subscription } = account(await visit.post('/account/subscription', { plan: 'free' }));
      const start = Date.parse(String(subscription?.['period_start']));
      await database.db
        .insertInto('period_usage')
        .values({
          account_id: id,
          period_start: start,
          period_end: Date.parse(String(subscription?.['period_end'])),
          used: 12,
        })
        .execute();
      const { data } = await visit.get('/account/usage?days=1');
      expect(data['quota']).toEqual({
        limit: 1000,
        used: 12,
        remaining: 988,
        period_start: subscription?.['period_start'],
        period_end: subscription?.['period_end'],
      });
      expect(account(await visit.get('/account')).subscription?.['used']).toBe(12);
      expect((await visit.get('/account/rejections')).data).toEqual({
        rejections: [
          {
            at: '1970-01-01T00:00:02.000Z',
            operation: 'get_face_vec',
            code: '4292',
            message: 'The quota of the plan is used up.',
          },
          {
            at: '1970-01-01T00:00:01.000Z',
            operation: 'match_faces',
            code: '4291',
            message: 'Too many calls in a short time.',
          },
        ],
      });
    });

    it.each(['0', '367', '-1', '1.5', 'all', '', '1&days=2'])('gets an error for days=%s', async (days) => {
      await begin();
      const visit = await signUp();
      const response = await visit.get(`/account/usage?days=${days}`);
      expect(response).toMatchObject({ status: 400, code: '2002', data: { parameter: 'days' } });
    });

    it('changes the password, which ends all other sessions', async () => {
      await begin();
      const visit = await signUp();
      const other = new PortalVisit(app.url);
      await other.post('/account/log-in', ADA);
      const change = { current: ADA.password, new: NEW_PASSWORD };
      expect(await visit.post('/account/password', { ...change, current: EVE.password })).toMatchObject({
        status: 401,
        code: '4011',
        message: 'The current password is wrong.',
      });
      expect((await visit.post('/account/password', change)).code).toBe('1000');
      expect((await visit.get('/account')).code).toBe('1000');
      expect((await other.get('/account')).code).toBe('4010');
      expect((await other.post('/account/log-in', { ...ADA, password: NEW_PASSWORD })).code).toBe('1000');
    });

    it('deletes the account', async () => {
      await begin();
      const visit = await signUp();
      const others = await signUp(EVE);
      const before = visit.copy();
      expect((await visit.post('/account/delete', { password: EVE.password })).code).toBe('4011');
      expect((await visit.post('/account/delete', { password: ADA.password })).code).toBe('1000');
      expect(visit.cookie).toBe('');
      expect((await before.get('/account')).code).toBe('4010');
      expect((await visit.post('/account/log-in', ADA)).code).toBe('4011');
      expect((await others.get('/account')).code).toBe('1000');
      const left = await database.db.selectFrom('account').select(['label', 'deleted_at']).execute();
      expect(left.filter(({ deleted_at }) => deleted_at === null)).toMatchObject([{ label: EVE.email }]);
      expect(JSON.stringify(left)).not.toContain(ADA.email);
    });

    it('who is suspended may look and leave, but not go on', async () => {
      await begin();
      const visit = await signUp();
      const { id } = (await app.store.named(ADA.email)) ?? { id: '' };
      await app.store.suspend(id);
      expect(account(await visit.get('/account')).suspended).toBe(true);
      for (const [path, body] of [
        ['/account/subscription', { plan: 'free' }],
        ['/account/api-keys/replace', {}],
      ] as const)
        expect(await visit.post(path, body)).toMatchObject({ status: 403, code: '4005' });
      expect((await visit.post('/account/delete', { password: ADA.password })).code).toBe('1000');
    });

    it('sees nothing of anybody else', async () => {
      await begin();
      const ada = await signUp();
      const eve = await signUp(EVE);
      await ada.post('/account/subscription', { plan: 'free' });
      const { id } = (await app.store.named(ADA.email)) ?? { id: '' };
      const secret = account(await ada.get('/account')).api_key;
      const row = { account_id: id, day: new Date().toISOString().slice(0, 10) };
      await database.db
        .insertInto('usage_day')
        .values({ ...row, operation: 'match_faces', outcome: '1000', calls: 3 })
        .execute();
      for (const path of ['/account', '/account/usage', '/account/rejections', `/account?account=${id}`]) {
        const seen = JSON.stringify((await eve.get(path)).data);
        for (const trace of [ADA.email, id, secret, 'match_faces', '"free"'])
          expect(seen).not.toContain(trace);
      }
      const taken = { account: id, accountId: id, account_id: id };
      await eve.post('/account/subscription', { plan: 'starter', ...taken });
      await eve.post('/account/api-keys/replace', taken);
      const after = account(await ada.get('/account'));
      expect(after.api_key).toBe(secret);
      expect(after.subscription?.['plan']).toMatchObject({ id: 'free' });
    });
  });
});
