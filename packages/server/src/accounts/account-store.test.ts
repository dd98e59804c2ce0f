import { expect, it } from 'vitest';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { AccountRegister } from './account-register.js';
import { AccountStore, type AccountRecord } from './account-store.js';
import { addAccount, addUser, clockAt, everythingIn, KEYS } from './account-store.test.fixture.js';
import { catalogueOf, DEFAULT_PLANS } from './plans/plans.js';
import { Subscriptions } from './plans/subscriptions.js';
import { ApiKeys } from './api-keys/api-keys.js';

onBothDatabases('accounts', (open) => {
  it('are made for users, and found in every way', async () => {
    const database = await open();
    const clock = clockAt('2027-01-01');
    const store = new AccountRegister(database.db, KEYS, clock.read);
    const userId = await addUser(database, 'ada@example.org');
    const ada = await store.create({ userId, email: 'Ada@Example.org' });
    expect(ada).toEqual({
      id: expect.stringMatching(/^acc_[\da-f]{24}$/) as string,
      userId,
      label: 'ada@example.org',
      role: 'user',
      createdAt: clock.now,
      suspendedAt: null,
    });
    expect(await store.byId(ada.id)).toEqual(ada);
    expect(await store.byUser(userId)).toEqual(ada);
    expect(await store.named('ADA@example.org')).toEqual(ada);
    expect(await store.named(ada.id)).toEqual(ada);
    expect(await store.named('bob@example.org')).toBeNull();
    expect(await store.byId('acc_none')).toBeNull();
  });

  it('are one for each user', async () => {
    const database = await open();
    const { userId } = await addAccount(database);
    const again = new AccountRegister(database.db, KEYS).create({
      userId: userId ?? '',
      email: 'ada@example.org',
    });
    await expect(again).rejects.toThrow(/unique/i);
  });

  it('are suspended from the first suspension until they are resumed', async () => {
    const database = await open();
    const clock = clockAt('2027-01-01');
    const store = new AccountStore(database.db, clock.read);
    const { id } = await addAccount(database);
    const first = clock.now;
    await store.suspend(id);
    clock.now += 1000;
    await store.suspend(id);
    expect((await store.byId(id))?.suspendedAt).toBe(first);
    await store.resume(id);
    expect((await store.byId(id))?.suspendedAt).toBeNull();
  });

  it('may become an admin’s', async () => {
    const database = await open();
    const store = new AccountStore(database.db);
    const { id } = await addAccount(database);
    await store.setRole(id, 'admin');
    expect((await store.byId(id))?.role).toBe('admin');
  });

  it('leave only their usage behind when they are removed, without a name, and others untouched', async () => {
    const database = await open();
    const { db } = database;
    const [ada, bob] = [await addAccount(database), await addAccount(database, 'bob@example.org')];
    for (const { id, userId } of [ada, bob]) {
      await new ApiKeys(db, KEYS).issue(id);
      await new Subscriptions(db, catalogueOf(DEFAULT_PLANS)).subscribe(id, 'free');
      await fillTables(database, id, userId ?? '');
    }
    const bobs = async (): Promise<number> =>
      (await everythingIn(db)).split(bob.id).length + (await everythingIn(db)).split(bob.userId ?? '').length;
    const before = await bobs();
    const store = new AccountRegister(db, KEYS, () => 7);
    await store.remove(ada);
    const left = await everythingIn(db);
    for (const trace of [ada.userId ?? '', 'ada@example.org']) expect(left).not.toContain(trace);
    expect(await bobs()).toBe(before);
    const rowsOf = async (table: 'usage_day' | 'period_usage' | 'api_key' | 'subscription' | 'rejection') =>
      (await db.selectFrom(table).select('account_id').where('account_id', '=', ada.id).execute()).length;
    expect(await rowsOf('usage_day')).toBe(1);
    expect(await rowsOf('period_usage')).toBe(1);
    for (const table of ['api_key', 'subscription', 'rejection'] as const)
      expect(await rowsOf(table), table).toBe(0);
    expect(await store.byId(ada.id)).toBeNull();
    expect(await store.named('')).toBeNull();
    const { email_hash, ...tombstone } = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(tombstone).toMatchObject({ user_id: null, label: '', role: 'user', deleted_at: 7 });
    expect(email_hash).toMatch(/^[\da-f]{64}$/);
  });

  it('that are deleted are recognised by their address only until their period ends', async () => {
    const database = await open();
    const { db } = database;
    const clock = clockAt('2027-01-01');
    const store = new AccountRegister(db, KEYS, clock.read);
    const ada = await store.create({ userId: await addUser(database, 'ada@a.org'), email: 'ada@a.org' });
    const bob = await store.create({ userId: await addUser(database, 'bob@a.org'), email: 'bob@a.org' });
    const period = { period_start: clock.now, period_end: clock.now + 1000, used: 3 };
    for (const { id } of [ada, bob])
      await db
        .insertInto('period_usage')
        .values({ account_id: id, ...period })
        .execute();
    await store.remove(ada);
    const hashes = async (): Promise<boolean[]> => {
      const rows = await db.selectFrom('account').select('email_hash').orderBy('label').execute();
      return rows.map(({ email_hash }) => email_hash !== null);
    };
    clock.now += 999;
    await store.forgetAddresses();
    expect(await hashes()).toEqual([true, true]);
    clock.now += 1;
    await store.forgetAddresses();
    expect(await hashes()).toEqual([false, true]);
  });

  it('that are suspended and deleted stay suspended at the next sign-up, until they are resumed for good', async () => {
    const database = await open();
    const clock = clockAt('2027-01-01');
    const store = new AccountRegister(database.db, KEYS, clock.read);
    const signUp = async (email: string): Promise<AccountRecord> =>
      store.create({ userId: await addUser(database, email), email });
    const first = await signUp('ada@a.org');
    const suspendedAt = clock.now;
    await store.suspend(first.id);
    await store.remove(first);
    // However long ago.
    clock.now += 365 * 86_400_000;
    await store.forgetAddresses();
    expect((await signUp('eve@a.org')).suspendedAt).toBeNull();
    const second = await signUp('Ada@a.org');
    expect(second.suspendedAt).toBe(suspendedAt);
    await store.remove(second);
    const third = await signUp('ada@a.org');
    expect(third.suspendedAt).toBe(suspendedAt);
    await store.resume(third.id);
    await store.remove(third);
    expect((await signUp('ada@a.org')).suspendedAt).toBeNull();
    // Nothing else is left to recognise the deleted ones by.
    await store.forgetAddresses();
    const hashes = await database.db
      .selectFrom('account')
      .select('email_hash')
      .where('deleted_at', 'is not', null)
      .execute();
    expect(hashes).toEqual([{ email_hash: null }, { email_hash: null }, { email_hash: null }]);
  });

  it('of an address that nobody has verified transfer neither quota nor suspension', async () => {
    const database = await open();
    const clock = clockAt('2027-01-01');
    const store = new AccountRegister(database.db, KEYS, clock.read);
    const subscriptions = new Subscriptions(database.db, catalogueOf(DEFAULT_PLANS), clock.read);
    const signUp = async (isVerified: boolean): Promise<AccountRecord> =>
      store.create({ userId: await addUser(database, 'ada@a.org', isVerified), email: 'ada@a.org' });
    /** Uses the plan, is suspended, and deletes the account. */
    const misuse = async (account: AccountRecord, used: number): Promise<void> => {
      const { period } = await subscriptions.subscribe(account.id, 'free');
      const row = { account_id: account.id, period_start: period.start, period_end: period.end, used };
      await database.db
        .insertInto('period_usage')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'period_start']).doUpdateSet({ used }))
        .execute();
      await store.suspend(account.id);
      await store.remove(account);
    };
    const usedBy = async ({ id }: AccountRecord): Promise<number> => {
      await subscriptions.subscribe(id, 'free');
      const row = await database.db
        .selectFrom('period_usage')
        .select('used')
        .where('account_id', '=', id)
        .executeTakeFirst();
      return row?.used ?? 0;
    };

    await misuse(await signUp(false), 1000);
    const owner = await signUp(true);
    expect([owner.suspendedAt, await usedBy(owner)]).toEqual([null, 0]);
    const suspendedAt = clock.now;
    await misuse(owner, 700);
    clock.now += 1000;
    // The owner's own suspension and usage cannot be shaken off by an account whose address is not verified.
    const again = await signUp(false);
    expect([again.suspendedAt, await usedBy(again)]).toEqual([suspendedAt, 700]);
    await misuse(again, 900);
    const third = await signUp(true);
    expect([third.suspendedAt, await usedBy(third)]).toEqual([suspendedAt, 700]);
  });
});

/** A row in every table that can hold something of an account. */
async function fillTables(
  { db }: Parameters<typeof addUser>[0],
  account_id: string,
  user_id: string,
): Promise<void> {
  const period = { account_id, period_start: 0, period_end: 1 };
  await db
    .insertInto('session')
    .values({ user_id, token: `t-${account_id}`, expires_at: 0, created_at: 0 })
    .execute();
  await db
    .insertInto('mailed_link')
    .values({ hash: `v-${account_id}`, user_id, expires_at: 0 })
    .execute();
  await db
    .insertInto('period_usage')
    .values({ ...period, used: 1 })
    .execute();
  await db
    .insertInto('reservation')
    .values({ ...period, id: `p-${account_id}`, expires_at: 1 })
    .execute();
  await db
    .insertInto('usage_day')
    .values({ account_id, day: '2027-01-01', operation: 'match_faces', outcome: '1000', calls: 1 })
    .execute();
  await db
    .insertInto('rejection')
    .values({ id: `r-${account_id}`, account_id, at: 0, operation: 'match_faces', code: '4291' })
    .execute();
}
