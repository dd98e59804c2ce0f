import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  startIdentityProvider,
  type TestedIdentityProvider,
} from '../users/identity/identity-provider.test.fixture.js';
import { IDENTITY_CALLBACK, type IdentitySettings } from '../users/identity/identity-log-in.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { runAccountApp, type AccountApp, type AccountAppSettings } from './account-app.test.fixture.js';
import { account, PortalVisit } from './portal-visit.test.fixture.js';

const PUBLIC_URL = 'https://faces.test';
const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';
const LOG_IN = '/account/log-in/provider';
const REJECTED = '/#/log-in?rejected=4014';

let provider: TestedIdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(PUBLIC_URL + IDENTITY_CALLBACK);
});
afterAll(() => provider.close());

const settings = (more: Partial<IdentitySettings> = {}): IdentitySettings => ({
  name: 'Example staff',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scopes: ['openid', 'email', 'groups'],
  redirectUrl: PUBLIC_URL + IDENTITY_CALLBACK,
  domains: ['example.org'],
  trustEmail: false,
  sessionHours: 12,
  ...more,
});

onBothDatabases('Log-in with the identity provider', (open) => {
  let app: AccountApp | undefined;
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });

  async function start(more: Partial<IdentitySettings> = {}, options: AccountAppSettings = {}) {
    provider.people.clear();
    provider.people.set('ada-1', { email: 'Ada@Example.org', email_verified: true });
    const database = await open();
    const started = await runAccountApp(database, {
      publicUrl: PUBLIC_URL,
      identity: settings(more),
      ...options,
    });
    app = started;
    const visit = (now?: () => number): PortalVisit =>
      new PortalVisit(started.url, { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }, now);
    /** Where the browser ends; a path of the portal. */
    const logIn = async (browser: PortalVisit, subject: string): Promise<string> => {
      const back = await provider.logInAt(await browser.redirected(LOG_IN), subject);
      return browser.redirected(back.slice(PUBLIC_URL.length));
    };
    return { ...started, database, visit, logIn };
  }

  it('makes an account at the first log-in, and finds it again by the subject', async () => {
    const { visit, logIn } = await start({}, { signUp: 'closed' });
    const browser = visit();
    expect((await browser.get('/account/service')).data['identity_provider']).toBe('Example staff');
    expect(await logIn(browser, 'ada-1')).toBe('/#/account');
    const first = account(await browser.get('/account'));
    expect(first).toMatchObject({ email: EMAIL, email_verified: true, has_password: false, role: 'user' });
    expect(first.api_key).toMatch(/^fct_/);

    // Married, with another address.
    provider.people.set('ada-1', { email: 'ada.king@example.org', email_verified: true });
    const later = visit();
    expect(await logIn(later, 'ada-1')).toBe('/#/account');
    expect(account(await later.get('/account'))).toEqual(first);
  });

  it('rejects addresses that are unverified, of other domains, or missing', async () => {
    const { visit, logIn } = await start();
    for (const claims of [
      { email: EMAIL, email_verified: false },
      { email: EMAIL },
      { email: 'eve@sub.example.org', email_verified: true },
      { email: 'eve@example.org.evil.example', email_verified: true },
      { email_verified: true },
    ]) {
      provider.people.set('eve', claims);
      const browser = visit();
      expect(await logIn(browser, 'eve')).toBe(REJECTED);
      expect((await browser.get('/account')).code).toBe('4010');
    }
  });

  it('trusts addresses without the claim email_verified on request, but never those of false', async () => {
    const { visit, logIn } = await start({ trustEmail: true });
    provider.people.set('bob', { email: 'bob@example.org' });
    expect(await logIn(visit(), 'bob')).toBe('/#/account');
    provider.people.set('eve', { email: 'eve@example.org', email_verified: false });
    expect(await logIn(visit(), 'eve')).toBe(REJECTED);
  });

  it('only completes a log-in in the browser that began it, and once', async () => {
    const { visit } = await start();
    const [attacker, victim] = [visit(), visit()];
    const back = await provider.logInAt(await attacker.redirected(LOG_IN), 'ada-1');
    const path = back.slice(PUBLIC_URL.length);
    expect(await victim.redirected(path)).toBe(REJECTED);
    await victim.redirected(LOG_IN);
    expect(await victim.redirected(path)).toBe(REJECTED);
    expect((await victim.get('/account')).code).toBe('4010');
    const again = attacker.copy();
    expect(await attacker.redirected(path)).toBe('/#/account');
    expect(await again.redirected(path)).toBe(REJECTED);
  });

  it('takes over the account of a verified address with its keys, and ends its password', async () => {
    const { visit, logIn, database } = await start();
    const before = visit();
    const signedUp = account(await before.post('/account/sign-up', { email: EMAIL, password: PASSWORD }));
    await database.db.updateTable('users').set({ email_verified: 1 }).execute();
    const { id } = await database.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    await database.db
      .insertInto('collection')
      .values({ account_id: id, id: 'people', created_at: 0 })
      .execute();
    const browser = visit();
    expect(await logIn(browser, 'ada-1')).toBe('/#/account');
    expect(account(await browser.get('/account')).api_key).toBe(signedUp.api_key);
    const kept = await database.db.selectFrom('collection').select(['account_id', 'id']).execute();
    expect(kept).toEqual([{ account_id: id, id: 'people' }]);
    await database.db.deleteFrom('collection').execute();
    expect((await before.get('/account')).code).toBe('4010');
    expect((await visit().post('/account/log-in', { email: EMAIL, password: PASSWORD })).code).toBe('4011');
  });

  it('replaces the keys of an account that a stranger may have signed up, and leaves nobody enrolled', async () => {
    const { visit, logIn, database } = await start();
    const stranger = visit();
    const signedUp = account(await stranger.post('/account/sign-up', { email: EMAIL, password: PASSWORD }));
    const { id } = await database.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const planted = { account_id: id, id: 'people', created_at: 0 };
    await database.db.insertInto('collection').values(planted).execute();
    const owner = visit();
    await logIn(owner, 'ada-1');
    expect(account(await owner.get('/account')).api_key).not.toBe(signedUp.api_key);
    const left = await database.db.selectFrom('collection').select(['account_id', 'id']).execute();
    expect(left).toEqual([{ account_id: null, id: null }]);
    await database.db.deleteFrom('collection').execute();
    expect((await stranger.get('/account')).code).toBe('4010');
  });

  it('does not give the account to somebody who gets the address later', async () => {
    const { visit, logIn } = await start();
    await logIn(visit(), 'ada-1');
    provider.people.set('ada-2', { email: EMAIL, email_verified: true });
    expect(await logIn(visit(), 'ada-2')).toBe(REJECTED);
    expect(await logIn(visit(), 'ada-1')).toBe('/#/account');
  });

  it('gives and takes the role of admin by a claim, and records it', async () => {
    const { visit, logIn, database } = await start({ adminClaim: { name: 'groups', value: 'facet-admins' } });
    provider.people.set('ada-1', { email: EMAIL, email_verified: true, groups: ['staff', 'facet-admins'] });
    const browser = visit();
    await logIn(browser, 'ada-1');
    expect(account(await browser.get('/account')).role).toBe('admin');
    provider.people.set('ada-1', { email: EMAIL, email_verified: true, groups: ['staff'] });
    await logIn(visit(), 'ada-1');
    expect(account(await browser.get('/account')).role).toBe('user');
    const audit = await database.db.selectFrom('audit').select(['actor', 'action']).orderBy('at').execute();
    expect(audit).toEqual([
      { actor: 'identity provider', action: 'admin-made' },
      { actor: 'identity provider', action: 'admin-removed' },
    ]);
  });

  it('ends sessions after the configured hours, however active they are', async () => {
    let now = Date.now();
    const clock = (): number => now;
    const { visit, logIn } = await start({ sessionHours: 30 }, { now: clock });
    const browser = visit(clock);
    await logIn(browser, 'ada-1');
    now += 29 * 3_600_000;
    expect((await browser.get('/account')).status).toBe(200);
    now += 2 * 3_600_000;
    expect((await browser.get('/account')).code).toBe('4010');
  });

  it('asks for a recent log-in where others enter their password', async () => {
    let now = Date.now();
    const clock = (): number => now;
    const { visit, logIn } = await start({}, { now: clock });
    const browser = visit(clock);
    await logIn(browser, 'ada-1');
    now += 16 * 60_000;
    expect((await browser.post('/account/delete')).code).toBe('4015');
    await logIn(browser, 'ada-1');
    expect((await browser.post('/account/delete')).code).toBe('1000');
    const other = visit(clock);
    await other.post('/account/sign-up', { email: 'bob@example.org', password: PASSWORD });
    expect((await other.post('/account/delete')).code).toBe('2011');
  });

  it('says that the provider does not respond', async () => {
    const { visit } = await start({ issuer: 'http://127.0.0.1:1' });
    expect(await visit().redirected(LOG_IN)).toBe('/#/log-in?rejected=5003');
  });
});
