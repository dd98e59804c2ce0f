import { afterEach, describe, expect, it } from 'vitest';
import { AdminChanges } from '../admin-changes.js';
import { catalogueOf, DEFAULT_PLANS } from '../../accounts/plans/plans.js';
import { ADA, EVE } from '../../accounts/users/users.test.fixture.js';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { runAccountApp, type AccountApp } from '../../accounts/routes/account-app.test.fixture.js';
import { PortalVisit, type ServiceResponse } from '../../accounts/routes/portal-visit.test.fixture.js';

const BOSS = { email: 'boss@example.org', password: 'a boss has a password' };
const PASSWORD = BOSS.password;

const READS = [
  '/admin/accounts',
  '/admin/account?account=acc_x',
  '/admin/plans',
  '/admin/usage',
  '/admin/health',
  '/admin/audit',
];
const CHANGES = [
  '/admin/accounts/suspend',
  '/admin/accounts/resume',
  '/admin/plans/grant',
  '/admin/plans/end',
];

interface Shown {
  readonly accounts: readonly { readonly email: string; readonly id: string }[];
  readonly next: string | null;
}

onBothDatabases('the routes of admins', (open) => {
  let app: AccountApp;
  let database: Database;
  afterEach(() => app.close());

  const begin = async (): Promise<void> => {
    database = await open();
    app = await runAccountApp(database);
  };

  const signUp = async (credentials = ADA): Promise<{ visit: PortalVisit; id: string }> => {
    const visit = new PortalVisit(app.url);
    await visit.post('/account/sign-up', credentials);
    return { visit, id: (await app.store.named(credentials.email))?.id ?? '' };
  };

  const admin = async (): Promise<{ boss: PortalVisit; bossId: string }> => {
    const { visit, id } = await signUp(BOSS);
    const adminChanges = new AdminChanges({ db: database.db, plans: catalogueOf(DEFAULT_PLANS) });
    await adminChanges.setRole({ name: 'facet-admin (tester)' }, { id }, 'admin');
    return { boss: visit, bossId: id };
  };

  const auditOf = async (boss: PortalVisit): Promise<unknown[]> => {
    const { data } = await boss.get('/admin/audit');
    return (data['entries'] as { action: string; actor: { email: string | null } }[]).map(
      ({ action, actor }) => `${action} by ${actor.email ?? 'the command'}`,
    );
  };

  describe('are for admins alone', () => {
    const all = (visit: PortalVisit, id: string): Promise<ServiceResponse>[] => [
      ...READS.map((path) => visit.get(path)),
      ...CHANGES.map((path) =>
        visit.post(path, { account: id, password: ADA.password, plan: 'unlimited', at: 'now' }),
      ),
    ];

    it('and reject anonymous users and members before anything else', async () => {
      await begin();
      const { visit, id } = await signUp();
      for (const rejected of all(new PortalVisit(app.url), id))
        expect(await rejected).toMatchObject({ status: 401, code: '4010', data: {} });
      for (const rejected of all(visit, id))
        expect(await rejected).toMatchObject({ status: 403, code: '4013', data: {} });
      expect((await visit.post('/admin/accounts/suspend', 'not what it takes')).code).toBe('4013');
      expect(await app.store.byId(id)).toMatchObject({ suspendedAt: null, role: 'user' });
    });

    it('and reject an admin who is suspended or has lost the role, at once', async () => {
      await begin();
      const { boss, bossId } = await admin();
      expect((await boss.get('/admin/accounts')).code).toBe('1000');
      await app.store.suspend(bossId);
      for (const path of READS) expect((await boss.get(path)).code, path).toBe('4005');
      await app.store.resume(bossId);
      await app.store.setRole(bossId, 'user');
      for (const path of READS) expect((await boss.get(path)).code, path).toBe('4013');
    });

    it('and take no change from another web site', async () => {
      await begin();
      const { boss } = await admin();
      const { id } = await signUp();
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: app.url, 'sec-fetch-site': 'cross-site' },
        { referer: 'https://evil.example/page' },
      ])
        for (const path of CHANGES)
          expect(
            (
              await boss
                .copy(headers)
                .post(path, { account: id, password: PASSWORD, plan: 'free', at: 'now' })
            ).code,
            path,
          ).toBe('4012');
      expect(await app.store.byId(id)).toMatchObject({ suspendedAt: null });
    });

    it('and ask for the password of the admin with every change, a few times only', async () => {
      await begin();
      const { boss } = await admin();
      const { id } = await signUp();
      const suspend = (password: string): Promise<ServiceResponse> =>
        boss.post('/admin/accounts/suspend', { account: id, password });
      expect(await suspend(ADA.password)).toMatchObject({
        status: 401,
        code: '4011',
        message: 'The current password is wrong.',
      });
      const codes = new Set<string>();
      for (let n = 0; n < 8; n += 1) codes.add((await suspend(`guess number ${n}`)).code);
      expect([...codes]).toEqual(['4011', '4293']);
      expect(await app.store.byId(id)).toMatchObject({ suspendedAt: null });
      expect(await auditOf(boss)).toEqual(['admin-made by the command']);
    });
  });

  describe('let an admin', () => {
    it('find accounts, page by page', async () => {
      await begin();
      const { boss } = await admin();
      for (let n = 0; n < 27; n += 1)
        await database.db
          .insertInto('account')
          .values({
            id: `acc_${n}`,
            user_id: null,
            label: `user-${n}@example.com`,
            role: 'user',
            created_at: n,
            suspended_at: null,
          })
          .execute();
      const first = (await boss.get('/admin/accounts')).data as unknown as Shown;
      expect(first.accounts).toHaveLength(25);
      expect(first.accounts[0]?.email).toBe(BOSS.email);
      const second = (await boss.get(`/admin/accounts?after=${encodeURIComponent(first.next ?? '')}`))
        .data as unknown as Shown;
      expect(second.accounts.map(({ email }) => email)).toEqual([
        'user-2@example.com',
        'user-1@example.com',
        'user-0@example.com',
      ]);
      expect(second.next).toBeNull();
      const found = (await boss.get('/admin/accounts?search=USER-13')).data as unknown as Shown;
      expect(found.accounts.map(({ id }) => id)).toEqual(['acc_13']);
      expect(JSON.stringify(first)).not.toMatch(/fct_|sealed|hash/);
    });

    it.each([
      '/admin/accounts?after=1',
      '/admin/accounts?after=1~a&after=2~b',
      '/admin/accounts?search=a&search=b',
      '/admin/accounts?search=%00',
      '/admin/account',
      '/admin/account?account=%00',
      '/admin/account?account=nobody',
      '/admin/usage?days=0',
      '/admin/audit?before=x',
    ])('see what is wrong with %s', async (path) => {
      await begin();
      const { boss } = await admin();
      expect(await boss.get(path)).toMatchObject({ status: 400, code: '2002' });
    });

    it('suspend an account and lift it again', async () => {
      await begin();
      const { boss, bossId } = await admin();
      const { visit, id } = await signUp();
      const body = { account: id, password: PASSWORD };
      expect((await boss.post('/admin/accounts/suspend', body)).data['account']).toMatchObject({
        state: 'suspended',
      });
      expect((await visit.post('/account/subscription', { plan: 'free' })).code).toBe('4005');
      expect((await boss.post('/admin/accounts/resume', body)).data['account']).toMatchObject({
        suspended: false,
      });
      expect((await visit.post('/account/subscription', { plan: 'free' })).code).toBe('1000');
      const own = await boss.post('/admin/accounts/suspend', { account: bossId, password: PASSWORD });
      expect(own).toMatchObject({ status: 400, code: '2011' });
      const nobody = await boss.post('/admin/accounts/suspend', {
        account: 'nobody',
        password: PASSWORD,
      });
      expect(nobody).toMatchObject({ status: 400, code: '2011', data: { field: 'account' } });
      expect(await auditOf(boss)).toEqual([
        `account-resumed by ${BOSS.email}`,
        `account-suspended by ${BOSS.email}`,
        'admin-made by the command',
      ]);
    });

    it('grant and end plans by the rules of the command', async () => {
      await begin();
      const { boss } = await admin();
      const { id } = await signUp(EVE);
      const change = (path: string, more: object): Promise<ServiceResponse> =>
        boss.post(`/admin/plans/${path}`, { account: id, password: PASSWORD, ...more });
      expect((await change('end', { at: 'now' })).code).toBe('4003');
      expect(await change('grant', { plan: 'none' })).toMatchObject({ status: 400, code: '2011' });
      expect(await change('grant', { plan: 'unlimited', until: '2020-01-01' })).toMatchObject({
        code: '2011',
      });
      expect(await change('grant', { plan: 'unlimited', until: '2030-02-31' })).toMatchObject({
        code: '2011',
      });
      const granted = await change('grant', { plan: 'unlimited', until: '2090-01-31' });
      expect(granted.data['account']).toMatchObject({
        plan: 'unlimited',
        state: 'active',
        plan_ends: '2090-02-01T00:00:00.000Z',
      });
      expect(await change('end', { at: '2020-01-01' })).toMatchObject({ code: '2011' });
      expect(await change('end', { at: 'tomorrow' })).toMatchObject({ code: '2011' });
      expect((await change('end', { at: 'period-end' })).code).toBe('1000');
      expect((await change('end', { at: 'now' })).data['account']).toMatchObject({ state: 'plan ended' });
      const { data } = await boss.get('/admin/plans');
      expect(data).toMatchObject({ unknown: [] });
      expect(JSON.stringify(data)).toContain('"self_service":false');
    });

    it('see an account, its usage and its changes, but never its API keys', async () => {
      await begin();
      const { boss } = await admin();
      const { visit, id } = await signUp();
      const day = new Date().toISOString().slice(0, 10);
      await database.db
        .insertInto('usage_day')
        .values({ account_id: id, day, operation: '/match_faces', outcome: '1000', calls: 4 })
        .execute();
      await database.db
        .insertInto('usage_day')
        .values({
          account_id: (await signUp(EVE)).id,
          day,
          operation: '/match_faces',
          outcome: '1000',
          calls: 3,
        })
        .execute();
      await boss.post('/admin/accounts/suspend', { account: id, password: PASSWORD });
      const { data } = await boss.get(`/admin/account?account=${id}`);
      expect(data).toMatchObject({
        account: { id, email: ADA.email, state: 'suspended' },
        api_keys: [{ name: 'default', last_used_at: null }],
        days: [{ day, operation: '/match_faces', outcome: '1000', calls: 4 }],
        audit: [{ action: 'account-suspended', actor: { email: BOSS.email } }],
      });
      const own = (await visit.get('/account')).data['account'] as { api_key: string };
      expect(JSON.stringify(data)).not.toContain(own.api_key);
      expect((await boss.get('/admin/usage')).data).toEqual({
        days: [{ day, operation: '/match_faces', outcome: '1000', calls: 7 }],
      });
      expect((await boss.get('/admin/health')).data).toMatchObject({ ready: true });
    });
  });
});
