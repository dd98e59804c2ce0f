import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { AuditLog } from '../admin/audit-log.js';
import { ApiKeys } from '../accounts/api-keys/api-keys.js';
import { lookupHash, seal } from '../accounts/api-keys/credential.js';
import { admitted } from '../accounts/meter/metered.test.fixture.js';
import { metersOfTest } from '../accounts/meter/meters-of-test.test.fixture.js';
import { Subscriptions } from '../accounts/plans/subscriptions.js';
import { catalogueOf, DEFAULT_PLANS } from '../accounts/plans/plans.js';
import { Usage } from '../accounts/usage/usage.js';
import { macOf } from '../accounts/users/cookies.js';
import {
  ADA,
  Browser,
  codeOf,
  EVE,
  KEYS,
  NEW_PASSWORD,
  openUsers,
  QUICK_PASSWORDS,
} from '../accounts/users/users.test.fixture.js';
import type { Database } from './database.js';
import { onBothDatabases } from './databases.test.fixture.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

/** The steps of the version before. */
const BEFORE = MIGRATIONS.slice(0, 12);

const DAY_MS = 86_400_000;
const NOW = Date.now();
const STARTED = NOW - 3 * DAY_MS;
const CREATED = Date.parse('2026-03-01T10:00:00.123Z');
const TOKEN = 'aA0bB1cC2dD3eE4fF5gG6hH7iI8jJ9kK';
const LINK = 'the token of a mailed link';
const PLANS = catalogueOf(DEFAULT_PLANS);

const iso = (moment: number): string => new Date(moment).toISOString();

/** Rows in every table, as the version before wrote them: two users, of whom Eve is an admin and never verified. */
async function fill({ db, dialect }: Database): Promise<void> {
  const flag = (is: boolean): boolean | number => (dialect === 'postgres' ? is : Number(is));
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<void> => {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      db,
    );
  };
  const times = { created_at: iso(CREATED), updated_at: iso(CREATED) };
  for (const [id, { email, password }] of Object.entries({ ada: ADA, eve: EVE })) {
    const isAda = id === 'ada';
    const account = `acc_${id}`;
    await insert('person', { id, name: '', email, email_verified: flag(isAda), image: null, ...times });
    await insert('credential', {
      id: `c-${id}`,
      person_id: id,
      account_id: id,
      provider_id: 'credential',
      password: await QUICK_PASSWORDS.hash(password),
      ...times,
    });
    await insert('account', {
      id: account,
      person_id: id,
      label: email,
      role: isAda ? 'member' : 'administrator',
      created_at: CREATED,
      suspended_at: isAda ? null : 5,
      tat: 1234.5,
      email_hash: `hash of ${id}`,
    });
    for (const name of ['default', 'laptop'])
      await insert('user_id', {
        lookup_hash: lookupHash(KEYS, `fct_${id}_${name}`),
        account_id: account,
        name,
        sealed: seal(KEYS, account, `fct_${id}_${name}`),
        created_at: CREATED,
        last_used_at: name === 'default' ? NOW : null,
      });
    await insert('subscription', { account_id: account, plan: 'free', started_at: STARTED, ends_at: null });
    await insert('period_usage', {
      account_id: account,
      period_start: STARTED,
      period_end: STARTED + 31 * DAY_MS,
      used: 7,
      carried: 2,
    });
    await insert('usage_day', {
      account_id: account,
      day: '2026-03-01',
      operation: '/match_faces',
      outcome: '1000',
      calls: 5,
    });
    await insert('refusal', {
      id: `r-${id}`,
      account_id: account,
      at: 3,
      operation: '/match_faces',
      code: '4291',
    });
    await insert('request_log', {
      account_id: account,
      at: 4,
      id: 'x',
      operation: '/match_faces',
      status: 200,
      code: '1000',
      ms: 12,
      request_id: 'y',
    });
    await insert('reservation', {
      id: `p-${id}`,
      account_id: account,
      period_start: STARTED,
      period_end: STARTED + 31 * DAY_MS,
      expires_at: NOW - 1,
    });
  }
  await insert('session', {
    id: 's',
    person_id: 'ada',
    token: TOKEN,
    expires_at: iso(NOW + 6.5 * DAY_MS),
    ip_address: '',
    user_agent: '',
    ...times,
  });
  const identifier = createHash('sha256').update(`reset-password:${LINK}`).digest('base64url');
  const expires_at = iso(NOW + DAY_MS);
  await insert('verification', { id: 'v', identifier, value: 'eve', expires_at, ...times });
  await insert('verification', { id: 'w', identifier: 'of nobody', value: 'gone', expires_at, ...times });
  await insert('login_attempt', { id: 'a', key: 'k', count: 1, last_request: NOW });
  for (const [n, [action, detail]] of [
    ['account-created', 'administrator'],
    ['account-created', 'member'],
    ['administrator-made', ''],
    ['administrator-removed', ''],
    ['user-id-added', 'administrator'],
    ['user-id-revoked', 'laptop'],
    ['user-ids-replaced', ''],
    ['plan-granted', 'free, no end'],
  ].entries())
    await insert('audit', {
      id: `u-${n}`,
      at: 10 - n,
      actor: 'acc_eve',
      action,
      account_id: 'acc_ada',
      detail,
    });
}

onBothDatabases('a database of the version before, with rows in every table,', (_open, harness) => {
  const startMeter = metersOfTest();

  const migrated = async (): Promise<Database> => {
    const database = await harness.openAt(await harness.freshPlace());
    await migrate(database, BEFORE);
    await fill(database);
    await migrate(database);
    return database;
  };

  it('keeps its users, their log-ins, sessions and mailed links', async () => {
    const database = await migrated();
    const opened = openUsers(database, { mailUrl: 'smtp://127.0.0.1:1', publicUrl: 'http://faces.example' });
    const { users } = opened;
    const as = async (credentials: typeof ADA): Promise<unknown> =>
      (await users.logIn(new Browser(), credentials)).user;
    expect(await as(ADA)).toEqual({
      accountId: 'acc_ada',
      userId: 'ada',
      email: ADA.email,
      role: 'user',
      suspended: false,
      providerLogInAt: null,
    });
    expect(await as(EVE)).toMatchObject({ accountId: 'acc_eve', role: 'admin', suspended: true });
    expect([await users.isVerified('ada'), await users.isVerified('eve')]).toEqual([true, false]);
    expect(await codeOf(users.signUp(new Browser(), ADA))).toBe('email-taken');
    const browser = new Browser();
    const signature = macOf(KEYS.sessions, TOKEN, 'base64');
    browser.keep([`facet_session=${encodeURIComponent(`${TOKEN}.${signature}`)}`]);
    expect((await users.whoIs(browser))?.user.userId).toBe('ada');
    const { created_at, expires_at } = await database.db
      .selectFrom('session')
      .selectAll()
      .where('token', '=', TOKEN)
      .executeTakeFirstOrThrow();
    expect([created_at, expires_at]).toEqual([CREATED, NOW + 6.5 * DAY_MS]);
    const made = await database.db.selectFrom('users').select('created_at').execute();
    expect(made).toEqual([{ created_at: CREATED }, { created_at: CREATED }]);

    expect(await codeOf(users.links.confirmReset(new Browser(), LINK, NEW_PASSWORD))).toBe('none');
    expect(await codeOf(users.logIn(new Browser(), { ...EVE, password: NEW_PASSWORD }))).toBe('none');
    await users.sweep();
    expect(await database.db.selectFrom('mailed_link').selectAll().execute()).toEqual([]);
  });

  it('keeps its API keys, subscriptions and usage', async () => {
    const database = await migrated();
    const { db } = database;
    const apiKeys = new ApiKeys(db, KEYS);
    expect(await apiKeys.list('acc_ada')).toEqual([
      { name: 'default', apiKey: 'fct_ada_default', createdAt: CREATED, lastUsedAt: NOW },
      { name: 'laptop', apiKey: 'fct_ada_laptop', createdAt: CREATED, lastUsedAt: null },
    ]);
    const meter = await startMeter(database, { plans: PLANS, hashOf: (key) => apiKeys.hashOf(key) });
    const call = admitted(await meter.admit('fct_ada_laptop'));
    expect(call).toMatchObject({ account: { accountId: 'acc_ada' }, limits: { quota: { used: 8 } } });
    await meter.settle(call.reservation, '/match_faces', '1000', true);
    expect(await meter.admit('fct_eve_default')).toMatchObject({ rejected: 'account-suspended' });
    const subscriptions = new Subscriptions(db, PLANS);
    expect(await subscriptions.find('acc_eve')).toMatchObject({
      plan: 'free',
      startedAt: STARTED,
      active: true,
    });
    const usage = new Usage(db);
    expect(await usage.usageByDay('acc_eve', '2026-03-01', '2026-03-01')).toEqual([
      { day: '2026-03-01', operation: '/match_faces', outcome: '1000', calls: 5 },
    ]);
    expect(await usage.recentRejections('acc_eve', 9)).toEqual([
      { at: 3, operation: '/match_faces', code: '4291' },
    ]);
    expect(await db.selectFrom('period_usage').select(['used', 'carried']).orderBy('used').execute()).toEqual(
      [
        { used: 7, carried: 2 },
        { used: 8, carried: 2 },
      ],
    );
    expect(await db.selectFrom('request_log').select('request_id').execute()).toHaveLength(2);
    const accounts = await db.selectFrom('account').select(['id', 'email_hash']).orderBy('id').execute();
    expect(accounts.map(({ email_hash }) => email_hash)).toEqual(['hash of ada', 'hash of eve']);
  });

  it('keeps its audit log, in the words of today', async () => {
    const { rows } = await new AuditLog((await migrated()).db).page({ limit: 20 });
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['account-created', 'admin'],
      ['account-created', 'user'],
      ['admin-made', ''],
      ['admin-removed', ''],
      ['api-key-added', 'administrator'],
      ['api-key-revoked', 'laptop'],
      ['api-keys-replaced', ''],
      ['plan-granted', 'free, no end'],
    ]);
  });

  it('still deletes with a user all that is theirs, and with an account its API keys', async () => {
    const { db } = await migrated();
    await db.deleteFrom('users').where('id', '=', 'ada').execute();
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    for (const table of [
      'account',
      'api_key',
      'subscription',
      'period_usage',
      'usage_day',
      'rejection',
    ] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(
        'acc_ada',
      );
    const twice = db
      .insertInto('users')
      .values({ id: 'x', email: EVE.email, email_verified: 0, password_hash: '', created_at: 0 });
    await expect(twice.execute()).rejects.toThrow(/unique/i);
  });

  it('is no longer opened by a server of the version before', async () => {
    const database = await migrated();
    await expect(migrate(await harness.openAgain(database), BEFORE)).rejects.toThrow(
      /know 0013-users-and-api-keys/,
    );
  });
});
