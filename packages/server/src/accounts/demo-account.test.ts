import { expect, it } from 'vitest';
import type { Database } from '../db/database.js';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { AccountRegister } from './account-register.js';
import { AccountStore } from './account-store.js';
import { addAccount, clockAt, KEYS } from './account-store.test.fixture.js';
import { ensureDemoAccount, type DemoAccountOptions } from './demo-account.js';
import { deriveKeys } from './secret/keys.js';
import { ApiKeys } from './api-keys/api-keys.js';

const options = ({ db }: Database, fixedApiKey?: string): DemoAccountOptions => ({
  db,
  apiKeys: new ApiKeys(db, KEYS),
  mode: 'development',
  fixedApiKey,
});

onBothDatabases('the demo account', (open, harness) => {
  it('is made by the first start, without limits, and found again by the next', async () => {
    const database = await open();
    const first = await ensureDemoAccount(options(database));
    expect(first).toEqual({ accountId: 'demo', apiKey: expect.stringMatching(/^fct_[\w-]{32}$/) as string });
    const next = await harness.openAgain(database);
    expect(await ensureDemoAccount(options(next))).toEqual(first);
    expect(await next.db.selectFrom('subscription').selectAll().execute()).toMatchObject([
      { account_id: 'demo', plan: 'unlimited', ends_at: null },
    ]);
    expect(await new AccountStore(next.db).named('demo')).toMatchObject({ userId: null, role: 'user' });
  });

  it('is found again beside other accounts, but not made beside them', async () => {
    const database = await open();
    const first = await ensureDemoAccount(options(database));
    await addAccount(database);
    expect(await ensureDemoAccount(options(database))).toEqual(first);
    await new AccountRegister(database.db, KEYS).remove({ id: 'demo', userId: null, label: 'demo' });
    expect(await ensureDemoAccount(options(database))).toBeNull();
  });

  it('is one for several servers that start at once, which all show the same id', async () => {
    const database = await open();
    const servers = [
      database,
      await harness.openAgain(database),
      await harness.openAgain(database),
      await harness.openAgain(database),
    ];
    const shown = await Promise.all(servers.map((server) => ensureDemoAccount(options(server))));
    expect(new Set(shown.map((demo) => demo?.apiKey)).size).toBe(1);
    expect(shown[0]?.apiKey).toMatch(/^fct_/);
    expect(await database.db.selectFrom('account').selectAll().execute()).toHaveLength(1);
  });

  it('takes the fixed id that it is given, at the first start or later', async () => {
    const database = await open();
    await ensureDemoAccount(options(database));
    const fixed = options(database, 'a-fixed-demo-id');
    expect((await ensureDemoAccount(fixed))?.apiKey).toBe('a-fixed-demo-id');
    const servers = await Promise.all([ensureDemoAccount(fixed), ensureDemoAccount(fixed)]);
    expect(servers.map((demo) => demo?.apiKey)).toEqual(['a-fixed-demo-id', 'a-fixed-demo-id']);
    const rows = await database.db.selectFrom('api_key').selectAll().execute();
    expect(rows).toMatchObject([{ lookup_hash: fixed.apiKeys.hashOf('a-fixed-demo-id') }]);
  });

  it('is never made in production mode, and does not work there', async () => {
    const database = await open();
    const clock = clockAt('2027-01-01');
    const production = { ...options(database), mode: 'production', now: clock.read } as const;
    expect(await ensureDemoAccount(production)).toBeNull();
    expect(await database.db.selectFrom('account').selectAll().execute()).toEqual([]);

    const made = await ensureDemoAccount(options(database));
    expect(await ensureDemoAccount(production)).toBeNull();
    expect((await new AccountStore(database.db).byId('demo'))?.suspendedAt).toBe(clock.now);
    expect(await ensureDemoAccount(options(database))).toEqual(made);
    expect((await new AccountStore(database.db).byId('demo'))?.suspendedAt).toBeNull();
  });

  it('gets a new id where the secret has been lost', async () => {
    const database = await open();
    const before = await ensureDemoAccount(options(database));
    const apiKeys = new ApiKeys(database.db, deriveKeys('another secret of the tests, as long'));
    const after = await ensureDemoAccount({ ...options(database), apiKeys });
    expect(after?.apiKey).toMatch(/^fct_/);
    expect(after?.apiKey).not.toBe(before?.apiKey);
  });
});
