import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database } from '../db/database.js';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { AccountRegister } from '../accounts/account-register.js';
import { addUser } from '../accounts/account-store.test.fixture.js';
import { addAccount as addCaller, PLANS } from '../accounts/meter/metered.test.fixture.js';
import { isRejected } from '../accounts/meter/meter.js';
import { openAccounts, type Accounts } from '../accounts/open-accounts.js';
import { ADA, Browser } from '../accounts/users/users.test.fixture.js';
import { deriveKeys, type Keys } from '../accounts/secret/keys.js';
import { rotateSecret } from './rotate-secret.js';
import { ApiKeys } from '../accounts/api-keys/api-keys.js';

const OLD = deriveKeys('the old secret of the tests, long enough');
const NEW = deriveKeys('the new secret of the tests, long enough');
const OLD_THEN_NEW: Keys = { ...OLD, fallback: NEW };
const NEW_THEN_OLD = { ...NEW, fallback: OLD };

const serverOn = (database: Database, keys: Keys): Promise<Accounts> =>
  openAccounts({
    database,
    keys,
    plans: PLANS,
    deadlineMs: 60_000,
    requestDeadlineMs: 60_000,
    signUp: 'open',
    requestLogDays: 0,
    usageDays: 1100,
    auditDays: 400,
    passwordPercent: 100,
    onFault: (message, cause) => {
      throw new Error(message, { cause });
    },
  });

const callWith = async ({ meter }: Accounts, apiKey: string): Promise<string> => {
  const response = await meter.admit(apiKey);
  if (isRejected(response)) return response.rejected;
  await meter.settle(response.reservation, 'match_faces', '1000', true);
  return 'admitted';
};

/** API keys of an account with a plan, stored with the old secret. */
async function storedApiKeys(database: Database, count: number): Promise<string[]> {
  const accountId = await addCaller(database, 'unused');
  const ids = new ApiKeys(database.db, OLD);
  const made = [await ids.replace(accountId)];
  while (made.length < count) {
    if (made.length % 10 !== 0) made.push(await ids.add(accountId, `number ${made.length}`));
    else return [...made, ...(await storedApiKeys(database, count - made.length))];
  }
  return made;
}

onBothDatabases('a change of the secret', (open, harness) => {
  it('rejects nobody at any step, on several servers, also while everything is moved', async () => {
    const database = await open();
    const apiKeys = await storedApiKeys(database, 30);
    const browsers: Browser[] = [];

    /** Servers that run side by side: each one's new API keys and sessions work on all of them, as the older ones do. */
    const runBeside = async (all: readonly Keys[], meanwhile?: () => Promise<void>): Promise<void> => {
      const servers: Accounts[] = [];
      for (const keys of all) servers.push(await serverOn(await harness.openAgain(database), keys));
      for (const server of servers) {
        const email = `${String(apiKeys.length)}@example.org`;
        const browser = new Browser();
        browser.keep((await server.users.signUp(browser, { ...ADA, email })).cookies);
        browsers.push(browser);
        const { accountId } = (await server.users.whoIs(browser))?.user ?? {};
        if (accountId === undefined) throw new Error('Nobody is logged in.');
        await server.subscriptions.grant(accountId, 'open', null);
        apiKeys.push((await server.apiKeys.show(accountId)) ?? '');
      }
      const state = { isDone: false };
      const working = Promise.resolve(meanwhile?.()).finally(() => (state.isDone = true));
      do
        for (const server of servers) {
          for (const apiKey of apiKeys) expect(await callWith(server, apiKey)).toBe('admitted');
          for (const browser of browsers) expect(await server.users.whoIs(browser)).not.toBeNull();
          await sleep(0);
        }
      while (!state.isDone);
      await working;
      for (const server of servers) await server.close();
    };

    await runBeside([OLD]);
    await runBeside([OLD, OLD_THEN_NEW]);
    await runBeside([OLD_THEN_NEW, NEW_THEN_OLD]);
    await runBeside([NEW_THEN_OLD, NEW_THEN_OLD], async () => {
      const [ids, addresses] = await rotateSecret((await harness.openAgain(database)).db, NEW_THEN_OLD);
      expect(ids).toMatchObject({ what: { many: 'API keys' }, left: 0 });
      expect(ids?.rekeyed).toBeGreaterThanOrEqual(30);
      expect(addresses?.left).toBe(0);
    });
    expect(await rotateSecret(database.db, NEW_THEN_OLD)).toMatchObject([
      { rekeyed: 0 },
      { rekeyed: 0 },
      { rekeyed: 0 },
    ]);

    // Sessions that the old secret has signed are over by the time it is given up.
    browsers.splice(0);
    await runBeside([NEW_THEN_OLD, NEW]);
    await runBeside([NEW]);
    const thief = await serverOn(await harness.openAgain(database), OLD);
    for (const apiKey of apiKeys) expect(await callWith(thief, apiKey)).toBe('unknown-api-key');
    await thief.close();
  });

  it('can be interrupted and repeated, and taken back', async () => {
    const database = await open();
    const apiKeys = await storedApiKeys(database, 200);
    const stored = async (): Promise<string[]> =>
      (await database.db.selectFrom('api_key').select('lookup_hash').execute()).map(
        ({ lookup_hash }) => lookup_hash,
      );
    const before = new Set(await stored());
    const movedSoFar = async (): Promise<number> =>
      (await stored()).filter((hash) => !before.has(hash)).length;

    const breaking = await harness.openAgain(database);
    const broken = rotateSecret(breaking.db, NEW_THEN_OLD).catch((error: unknown) => error);
    while ((await movedSoFar()) === 0) await sleep(1);
    await breaking.close();
    expect(await broken).toBeInstanceOf(Error);
    const half = await movedSoFar();
    expect(half).toBeLessThan(apiKeys.length);

    const [again] = await rotateSecret(database.db, NEW_THEN_OLD);
    expect(again).toMatchObject({ rekeyed: apiKeys.length - half, left: 0 });
    const [back] = await rotateSecret(database.db, { ...OLD, fallback: NEW });
    expect(back).toMatchObject({ rekeyed: apiKeys.length, left: 0 });
    expect(new Set(await stored())).toEqual(before);
  });

  it('leaves out what was stored with a third secret', async () => {
    const database = await open();
    const accountId = await addCaller(database, 'unused');
    const foreign = new ApiKeys(database.db, deriveKeys('a third secret of the tests, long enough'));
    await foreign.replace(accountId);
    const ids = new ApiKeys(database.db, NEW_THEN_OLD);
    await new ApiKeys(database.db, OLD).add(accountId, 'laptop');
    expect((await rotateSecret(database.db, NEW_THEN_OLD))[0]).toMatchObject({ rekeyed: 1, left: 1 });
    expect(await ids.list(accountId)).toMatchObject([{ apiKey: null }, { name: 'laptop' }]);
    expect(await ids.revoke(accountId, 'laptop')).toBe(true);
  });

  it('recognises the address of a deleted account until the old secret is given up', async () => {
    const database = await open();
    const signUp = async (keys: Keys, email: string): Promise<string> => {
      const register = new AccountRegister(database.db, keys);
      const account = await register.create({ userId: await addUser(database, email), email });
      if (account.suspendedAt === null) await register.suspend(account.id);
      await register.remove(account);
      return account.suspendedAt === null ? 'fresh' : 'suspended';
    };
    for (const email of ['ada@example.org', 'eve@example.org'])
      expect(await signUp(OLD, email)).toBe('fresh');
    expect(await signUp(NEW_THEN_OLD, 'ada@example.org')).toBe('suspended');
    expect((await rotateSecret(database.db, NEW_THEN_OLD))[1]).toMatchObject({ rekeyed: 0 });
    // Signing up has moved the hash.
    expect(await signUp(NEW, 'ada@example.org')).toBe('suspended');
    expect(await signUp(NEW, 'eve@example.org')).toBe('fresh');
  });
});
