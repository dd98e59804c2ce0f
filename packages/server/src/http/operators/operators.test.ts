import { afterEach, describe, expect, it } from 'vitest';
import { Administration } from '../../accounts/administration/administration.js';
import { catalogueOf, DEFAULT_PLANS } from '../../accounts/plans/plans.js';
import { ADA, EVE } from '../../accounts/people/people.test.fixture.js';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { runAccountApp, type AccountApp } from '../account/account-app.test.fixture.js';
import { PortalVisit, type Answer } from '../account/portal-visit.test.fixture.js';

const BOSS = { email: 'boss@example.org', password: 'a boss has a password' };
const PASSWORD = BOSS.password;

const READS = [
  '/operators/accounts',
  '/operators/account?account=acc_x',
  '/operators/plans',
  '/operators/usage',
  '/operators/health',
  '/operators/audit',
];
const CHANGES = [
  '/operators/accounts/suspend',
  '/operators/accounts/resume',
  '/operators/plans/grant',
  '/operators/plans/end',
];

interface Shown {
  readonly accounts: readonly { readonly email: string; readonly id: string }[];
  readonly next: string | null;
}

onBothDatabases('the routes of operators', (open) => {
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

  const administrator = async (): Promise<{ boss: PortalVisit; bossId: string }> => {
    const { visit, id } = await signUp(BOSS);
    const administration = new Administration({ db: database.db, plans: catalogueOf(DEFAULT_PLANS) });
    await administration.setRole({ name: 'facet-admin (tester)' }, { id }, 'administrator');
    return { boss: visit, bossId: id };
  };

  const auditOf = async (boss: PortalVisit): Promise<unknown[]> => {
    const { data } = await boss.get('/operators/audit');
    return (data['entries'] as { action: string; actor: { email: string | null } }[]).map(
      ({ action, actor }) => `${action} by ${actor.email ?? 'the command'}`,
    );
  };

  describe('are for administrators alone', () => {
    const all = (visit: PortalVisit, id: string): Promise<Answer>[] => [
      ...READS.map((path) => visit.get(path)),
      ...CHANGES.map((path) =>
        visit.post(path, { account: id, password: ADA.password, plan: 'unlimited', at: 'now' }),
      ),
    ];

    it('and refuse anonymous users and members before anything else', async () => {
      await begin();
      const { visit, id } = await signUp();
      for (const refused of all(new PortalVisit(app.url), id))
        expect(await refused).toMatchObject({ status: 401, code: '4010', data: {} });
      for (const refused of all(visit, id))
        expect(await refused).toMatchObject({ status: 403, code: '4013', data: {} });
      expect((await visit.post('/operators/accounts/suspend', 'not what it takes')).code).toBe('4013');
      expect(await app.store.byId(id)).toMatchObject({ suspendedAt: null, role: 'member' });
    });

    it('and refuse an administrator who is suspended or has lost the role, at once', async () => {
      await begin();
      const { boss, bossId } = await administrator();
      expect((await boss.get('/operators/accounts')).code).toBe('1000');
      await app.store.suspend(bossId);
      for (const path of READS) expect((await boss.get(path)).code, path).toBe('4005');
      await app.store.resume(bossId);
      await app.store.setRole(bossId, 'member');
      for (const path of READS) expect((await boss.get(path)).code, path).toBe('4013');
    });

    it('and take no change from another web site', async () => {
      await begin();
      const { boss } = await administrator();
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

    it('and ask for the password of the administrator with every change, a few times only', async () => {
      await begin();
      const { boss } = await administrator();
      const { id } = await signUp();
      const suspend = (password: string): Promise<Answer> =>
        boss.post('/operators/accounts/suspend', { account: id, password });
      expect(await suspend(ADA.password)).toMatchObject({
        status: 401,
        code: '4011',
        message: 'The current password is wrong.',
      });
      const codes = new Set<string>();
      for (let n = 0; n < 8; n += 1) codes.add((await suspend(`guess number ${n}`)).code);
      expect([...codes]).toEqual(['4011', '4293']);
      expect(await app.store.byId(id)).toMatchObject({ suspendedAt: null });
      expect(await auditOf(boss)).toEqual(['administrator-made by the command']);
    });
  });

  describe('let an administrator', () => {
    it('find accounts, page by page', async () => {
      await begin();
      const { boss } = await administrator();
      for (let n = 0; n < 27; n += 1)
        await database.db
          .insertInto('account')
          .values({
            id: `acc_${n}`,
            person_id: null,
            label: `person-${n}@example.com`,
            role: 'member',
            created_at: n,
            suspended_at: null,
          })
          .execute();
      const first = (await boss.get('/operators/accounts')).data as unknown as Shown;
      expect(first.accounts).toHaveLength(25);
      expect(first.accounts[0]?.email).toBe(BOSS.email);
      const second = (await boss.get(`/operators/accounts?after=${encodeURIComponent(first.next ?? '')}`))
        .data as unknown as Shown;
      expect(second.accounts.map(({ email }) => email)).toEqual([
        'person-2@example.com',
        'person-1@example.com',
        'person-0@example.com',
      ]);
      expect(second.next).toBeNull();
      const found = (await boss.get('/operators/accounts?search=PERSON-13')).data as unknown as Shown;
      expect(found.accounts.map(({ id }) => id)).toEqual(['acc_13']);
      expect(JSON.stringify(first)).not.toMatch(/fct_|sealed|hash/);
    });

    it.each([
      '/operators/accounts?after=1',
      '/operators/accounts?after=1~a&after=2~b',
      '/operators/accounts?search=a&search=b',
      '/operators/accounts?search=%00',
      '/operators/account',
      '/operators/account?account=%00',
      '/operators/account?account=nobody',
      '/operators/usage?days=0',
      '/operators/audit?before=x',
    ])('see what is wrong with %s', async (path) => {
      await begin();
      const { boss } = await administrator();
      expect(await boss.get(path)).toMatchObject({ status: 400, code: '2002' });
    });

    it('suspend an account and lift it again', async () => {
      await begin();
      const { boss, bossId } = await administrator();
      const { visit, id } = await signUp();
      const body = { account: id, password: PASSWORD };
      expect((await boss.post('/operators/accounts/suspend', body)).data['account']).toMatchObject({
        state: 'suspended',
      });
      expect((await visit.post('/account/subscription', { plan: 'free' })).code).toBe('4005');
      expect((await boss.post('/operators/accounts/resume', body)).data['account']).toMatchObject({
        suspended: false,
      });
      expect((await visit.post('/account/subscription', { plan: 'free' })).code).toBe('1000');
      const own = await boss.post('/operators/accounts/suspend', { account: bossId, password: PASSWORD });
      expect(own).toMatchObject({ status: 400, code: '2011' });
      const nobody = await boss.post('/operators/accounts/suspend', {
        account: 'nobody',
        password: PASSWORD,
      });
      expect(nobody).toMatchObject({ status: 400, code: '2011', data: { field: 'account' } });
      expect(await auditOf(boss)).toEqual([
        `account-resumed by ${BOSS.email}`,
        `account-suspended by ${BOSS.email}`,
        'administrator-made by the command',
      ]);
    });

    it('grant and end plans by the rules of the command', async () => {
      await begin();
      const { boss } = await administrator();
      const { id } = await signUp(EVE);
      const change = (path: string, more: object): Promise<Answer> =>
        boss.post(`/operators/plans/${path}`, { account: id, password: PASSWORD, ...more });
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
      const { data } = await boss.get('/operators/plans');
      expect(data).toMatchObject({ unknown: [] });
      expect(JSON.stringify(data)).toContain('"self_service":false');
    });

    it('see an account, its usage and its changes, but never its user ids', async () => {
      await begin();
      const { boss } = await administrator();
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
      await boss.post('/operators/accounts/suspend', { account: id, password: PASSWORD });
      const { data } = await boss.get(`/operators/account?account=${id}`);
      expect(data).toMatchObject({
        account: { id, email: ADA.email, state: 'suspended' },
        user_ids: [{ name: 'default', last_used_at: null }],
        days: [{ day, operation: '/match_faces', outcome: '1000', calls: 4 }],
        audit: [{ action: 'account-suspended', actor: { email: BOSS.email } }],
      });
      const own = (await visit.get('/account')).data['account'] as { user_id: string };
      expect(JSON.stringify(data)).not.toContain(own.user_id);
      expect((await boss.get('/operators/usage')).data).toEqual({
        days: [{ day, operation: '/match_faces', outcome: '1000', calls: 7 }],
      });
      expect((await boss.get('/operators/health')).data).toMatchObject({ ready: true });
    });
  });
});
