import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Users } from '../../accounts/users/users.js';
import { AccountRegister } from '../../accounts/account-register.js';
import { deriveKeys, openKeys } from '../../accounts/secret/keys.js';
import { ApiKeys } from '../../accounts/api-keys/api-keys.js';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { adminOn, done } from './admin.test.fixture.js';

const CLIENT = { cookie: '', address: '192.0.2.1' };
const EMAIL = 'ada@example.org';
const PASSWORD = 'a password for the tests';

async function usersOf(database: Database, dataDir: string): Promise<Users> {
  const keys = await openKeys({ dataDir });
  return new Users({
    database,
    accounts: new AccountRegister(database.db, keys),
    apiKeys: new ApiKeys(database.db, keys),
    secret: keys.sessions,
    signUp: 'open',
    onFault: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
}

onBothDatabases('facet-admin', (_open, harness) => {
  it('covers an account from creation to deletion', async () => {
    const place = await harness.freshPlace();
    const admin = adminOn(place);
    expect(await admin(['accounts', 'list'])).toMatchObject({ code: 2, stdout: '' });
    await done(admin(['init']));
    const made = JSON.parse(
      await done(
        admin(['accounts', 'create', 'Ada@Example.org', '--plan', 'starter', '--password-stdin', '--json'], {
          input: `${PASSWORD}\n`,
        }),
      ),
    ) as Record<string, string>;
    expect(made).toMatchObject({ email: 'ada@example.org', role: 'user', plan: 'starter' });
    expect(made['api_key']).toMatch(/^fct_[\w-]{32}$/);
    expect(made).not.toHaveProperty('password');
    const id = made['account'] ?? '';

    const database = await harness.openAt(place);
    const { db } = database;
    const users = await usersOf(database, place.dataDir);
    const logIn = (password: string): Promise<unknown> =>
      users.logIn(CLIENT, { email: 'ada@example.org', password });
    expect(await logIn(PASSWORD)).toMatchObject({ user: { accountId: id, role: 'user' } });

    await done(admin(['admins', 'make', 'ADA@example.org']));
    await done(admin(['accounts', 'suspend', id]));
    const list = async (): Promise<unknown> => JSON.parse(await done(admin(['accounts', 'list', '--json'])));
    expect(await list()).toMatchObject([
      { account: id, email: 'ada@example.org', role: 'admin', state: 'suspended', quota: 25_000 },
    ]);
    const audit = JSON.parse(await done(admin(['audit', '--json']))) as Record<string, string>[];
    expect(audit.map(({ actor, action, detail }) => `${actor}: ${action} ${detail}`).sort()).toEqual([
      'facet-admin (tester): account-created user',
      'facet-admin (tester): account-suspended ',
      'facet-admin (tester): admin-made ',
      'facet-admin (tester): plan-granted starter, no end',
    ]);
    expect(audit[0]).toMatchObject({ account: id, email: 'ada@example.org' });
    await done(admin(['admins', 'remove', 'ada@example.org']));
    expect(await list()).toMatchObject([{ role: 'user' }]);
    await done(admin(['admins', 'make', id]));
    await done(admin(['accounts', 'resume', 'ada@example.org']));
    expect(await list()).toMatchObject([{ state: 'active', used: 0, plan_ends: null }]);

    const replaced = (await done(admin(['api-keys', 'replace', 'ada@example.org']))).trim();
    const apiKeys = new ApiKeys(db, await openKeys({ dataDir: place.dataDir }));
    expect(replaced).not.toBe(made['api_key']);
    expect(await apiKeys.show(id)).toBe(replaced);

    const added = (await done(admin(['api-keys', 'add', 'ada@example.org', 'nightly job']))).trim();
    expect(await apiKeys.list(id)).toMatchObject([
      { name: 'default', apiKey: replaced },
      { name: 'nightly job', apiKey: null, works: true },
    ]);
    expect(added).toMatch(/^fct_/);
    const listed = await done(admin(['api-keys', 'list', 'ada@example.org', '--json']));
    expect(JSON.parse(listed)).toMatchObject([
      { name: 'default', last_used: null },
      { name: 'nightly job', last_used: null },
    ]);
    expect(listed).not.toMatch(/fct_/);
    expect(await admin(['api-keys', 'add', 'ada@example.org', 'nightly job'])).toMatchObject({ code: 1 });
    expect(await admin(['api-keys', 'add', 'ada@example.org', ' '])).toMatchObject({ code: 1 });
    await done(admin(['api-keys', 'revoke', 'ada@example.org', 'default']));
    expect(await admin(['api-keys', 'revoke', 'ada@example.org', 'default'])).toMatchObject({ code: 1 });
    expect(await apiKeys.show(id)).toBeNull();
    const limits = [
      '--scopes',
      'search',
      'analyse',
      '--expires',
      '2999-01-01T00:00:00Z',
      '--origins',
      'https://a.example',
    ];
    await done(admin(['api-keys', 'add', 'ada@example.org', 'page', ...limits]));
    expect(JSON.parse(await done(admin(['api-keys', 'list', 'ada@example.org', '--json'])))).toMatchObject([
      { name: 'nightly job', scopes: 'all', expires: null, origins: null },
      {
        name: 'page',
        scopes: 'analyse search',
        expires: '2999-01-01T00:00:00Z',
        origins: 'https://a.example',
      },
    ]);
    for (const wrong of [
      ['--scopes', 'all'],
      ['--expires', '2020-01-01T00:00:00Z'],
      ['--origins', 'a'],
      [...limits, '--scopes', 'manage'],
    ])
      expect(
        await admin(['api-keys', 'add', 'ada@example.org', 'wrong', ...wrong]),
        wrong.join(' '),
      ).toMatchObject({ code: 1 });

    await done(admin(['plans', 'grant', 'ada@example.org', 'unlimited', '--until', '2999-12-31']));
    expect(await list()).toMatchObject([
      { state: 'active', plan: 'unlimited', quota: null, plan_ends: '3000-01-01T00:00:00Z' },
    ]);
    await done(admin(['plans', 'end', 'ada@example.org', '--at', '2998-12-31']));
    expect(await list()).toMatchObject([{ plan_ends: '2999-01-01T00:00:00Z' }]);
    await done(admin(['plans', 'end', 'ada@example.org']));
    const [{ period_end, plan_ends }] = (await list()) as [Record<string, string>];
    expect(plan_ends).toBe(period_end);
    await done(admin(['plans', 'end', 'ada@example.org', '--at', 'now']));
    expect(await list()).toMatchObject([{ state: 'plan ended', used: null }]);

    const key = { account_id: id, day: '2027-01-05', operation: 'match_faces' };
    await db
      .insertInto('usage_day')
      .values({ ...key, outcome: '1000', calls: 12_345 })
      .execute();
    expect(
      await done(admin(['usage', '--from', '2027-01-01', '--to', '2027-01-31', '--format', 'csv'])),
    ).toBe(
      `account,email,day,operation,outcome,calls\n${id},ada@example.org,2027-01-05,match_faces,1000,12345\n`,
    );

    const given = (await done(admin(['accounts', 'password', 'ada@example.org']))).trim();
    await expect(logIn(PASSWORD)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await logIn(given)).toMatchObject({ user: { role: 'admin' } });

    await done(admin(['accounts', 'delete', 'ada@example.org', '--yes']));
    expect(await list()).toEqual([]);
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);
    // Usage stays for the bill, under an account without a name.
    expect(
      await done(admin(['usage', '--from', '2027-01-01', '--to', '2027-01-31', '--format', 'csv'])),
    ).toBe(`account,email,day,operation,outcome,calls\n${id},,2027-01-05,match_faces,1000,12345\n`);
  });

  it('trusts nobody who signed up with an address that is not verified', async () => {
    const place = await harness.freshPlace();
    const admin = adminOn(place);
    await done(admin(['init']));
    const database = await harness.openAt(place);
    const users = await usersOf(database, place.dataDir);
    const apiKeys = new ApiKeys(database.db, await openKeys({ dataDir: place.dataDir }));
    const { user: stranger, cookies } = await users.signUp(CLIENT, { email: EMAIL, password: PASSWORD });
    const { accountId } = stranger;
    const [session = ''] = cookies;
    const [cookie = ''] = session.split(';');
    const roleNow = async (): Promise<string | undefined> =>
      (await users.whoIs({ ...CLIENT, cookie }))?.user.role;
    const setPassword = (...flags: string[]): Promise<string> =>
      done(admin(['accounts', 'password', EMAIL, ...flags]));
    const newKey = async (): Promise<string | null> => {
      await apiKeys.replace(accountId);
      return apiKeys.show(accountId);
    };

    const rejected = await admin(['admins', 'make', EMAIL]);
    expect(rejected).toMatchObject({ code: 1, stderr: expect.stringContaining('--vouch') as string });
    expect(await roleNow()).toBe('user');
    // The stranger keeps neither the session nor the API key.
    let key = await apiKeys.show(accountId);
    await setPassword();
    expect(await roleNow()).toBeUndefined();
    expect(await apiKeys.list(accountId)).toHaveLength(1);
    expect(await apiKeys.show(accountId)).not.toBe(key);
    key = await newKey();
    await setPassword('--keep-keys');
    expect(await apiKeys.show(accountId)).toBe(key);

    await done(admin(['admins', 'make', EMAIL, '--vouch']));
    expect(await done(admin(['accounts', 'list', '--json']))).toContain('"admin"');
    // The address counts as verified now.
    await done(admin(['admins', 'make', EMAIL]));
    await setPassword();
    expect(await apiKeys.show(accountId)).toBe(key);
    await setPassword('--replace-keys');
    expect(await apiKeys.show(accountId)).not.toBe(key);
    const both = await admin(['accounts', 'password', EMAIL, '--replace-keys', '--keep-keys']);
    expect(both.code).toBe(2);
    const audit = JSON.parse(await done(admin(['audit', '--json']))) as Record<string, string>[];
    expect(audit.filter(({ action }) => action === 'api-keys-replaced')).toHaveLength(2);
    // Newest first: nobody had to vouch the second time.
    expect(audit.filter(({ action }) => action === 'admin-made')).toMatchObject([
      { account: accountId, detail: '' },
      { account: accountId, detail: 'vouched for the address' },
    ]);
  });

  it('gives nobody a fresh quota, or an end of the suspension, by deleting the account', async () => {
    const place = await harness.freshPlace();
    const admin = adminOn(place);
    await done(admin(['init']));
    const create = ['accounts', 'create', 'ada@example.org', '--plan', 'free', '--json'];
    const { account: id } = JSON.parse(await done(admin(create))) as { account: string };
    const { db } = await harness.openAt(place);
    const { started_at } = await db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('period_usage')
      .values({
        account_id: id,
        period_start: started_at,
        period_end: started_at + 20 * 86_400_000,
        used: 990,
      })
      .execute();
    await done(admin(['accounts', 'suspend', id]));
    await done(admin(['accounts', 'delete', id, '--yes']));
    const again = await admin(create);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toMatch(/ada@example\.org is suspended, as the deleted one was/);
    const list = async (): Promise<unknown> => JSON.parse(await done(admin(['accounts', 'list', '--json'])));
    expect(await list()).toMatchObject([{ email: 'ada@example.org', state: 'suspended', used: 990 }]);
    await done(admin(['accounts', 'resume', 'ada@example.org']));
    await done(admin(['accounts', 'delete', 'ada@example.org', '--yes']));
    const last = await admin(create);
    expect(last).toMatchObject({ code: 0, stderr: '' });
    expect(await list()).toMatchObject([{ state: 'active', used: 990 }]);
  });

  it('moves a service to another database, where the same API key goes on working', async () => {
    const [from, to] = [await harness.freshPlace(), await harness.freshPlace()];
    const env = { FACET_SECRET: 'a secret for the tests, long enough' };
    const [old, young] = [adminOn(from), adminOn(to)];
    await done(old(['init'], { env }));
    await done(old(['accounts', 'create', 'ada@example.org', '--plan', 'starter'], { env }));
    const file = join(from.dataDir, 'copy.db');
    expect(await old(['backup', file], { env })).toMatchObject({ code: 0, stdout: '' });
    expect(await old(['backup', file], { env })).toMatchObject({
      code: 1,
      stderr: `error: ${file} exists already; name a file that does not.\n`,
    });

    expect(await young(['restore', file], { env })).toMatchObject({ code: 0, stdout: '' });
    const list = ['accounts', 'list', '--csv'];
    expect(await done(young(list, { env }))).toBe(await done(old(list, { env })));
    const keys = deriveKeys(env.FACET_SECRET);
    const [before, after] = [await harness.openAt(from), await harness.openAt(to)];
    const { id } = await before.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const shown = await new ApiKeys(after.db, keys).show(id);
    expect(shown).toMatch(/^fct_/);
    expect(shown).toBe(await new ApiKeys(before.db, keys).show(id));

    const again = await young(['restore', file], { env });
    expect(again).toMatchObject({
      code: 1,
      stderr: 'error: The database to be filled holds accounts already.\n',
    });
  });

  it('bills every month of a subscription in one export only', async () => {
    const database = await harness.openAt(await harness.freshPlace());
    const admin = adminOn(harness.whereIs(database));
    await done(admin(['init']));
    await done(admin(['accounts', 'create', 'ada@example.org', '--plan', 'starter']));
    const { id } = await database.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const [a, b, c] = ['2019-12-10T08:00:00Z', '2020-01-10T08:00:00Z', '2020-02-10T08:00:00Z'].map(
      Date.parse,
    );
    const period = { account_id: id, period_start: a ?? 0, period_end: b ?? 0 };
    const newest = { account_id: id, period_start: b ?? 0, period_end: c ?? 0 };
    await database.db
      .insertInto('period_usage')
      .values([
        { ...period, used: 100 },
        { ...newest, used: 42 },
      ])
      .execute();
    const bill = (from: string, to: string): Promise<string> =>
      done(admin(['usage', id, '--by', 'period', '--from', from, '--to', to, '--format', 'csv']));
    const head = 'account,email,period_start,period_end,calls\n';
    expect(await bill('2020-01-01', '2020-01-31')).toBe(
      `${head}${id},ada@example.org,2019-12-10T08:00:00Z,2020-01-10T08:00:00Z,100\n`,
    );
    expect(await bill('2020-02-01', '2020-02-28')).toBe(
      `${head}${id},ada@example.org,2020-01-10T08:00:00Z,2020-02-10T08:00:00Z,42\n`,
    );
    expect(await bill('2020-03-01', '2020-03-31')).toBe(head);
    // A month that still runs is on no bill, whatever days are asked for.
    await database.db
      .updateTable('period_usage')
      .set({ period_end: Date.now() + 60_000 })
      .where('used', '=', 42)
      .execute();
    expect(await bill('2020-02-01', '2999-12-31')).toBe(head);
  });
});
