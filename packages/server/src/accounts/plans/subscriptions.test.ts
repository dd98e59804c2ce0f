import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { AccountRegister } from '../account-register.js';
import type { AccountRecord } from '../account-store.js';
import { addAccount, addUser, clockAt, type TestClock, KEYS } from '../account-store.test.fixture.js';
import { Usage } from '../usage/usage.js';
import { catalogueOf, DEFAULT_PLANS } from './plans.js';
import { Subscriptions } from './subscriptions.js';

const PLANS = catalogueOf(DEFAULT_PLANS);
const START = '2027-01-31T10:00:00.000Z';
const MONTH_2 = Date.parse('2027-02-28T10:00:00.000Z');
const MONTH_3 = Date.parse('2027-03-31T10:00:00.000Z');

interface Scene {
  readonly id: string;
  readonly clock: TestClock;
  readonly subscriptions: Subscriptions;
}

async function scene(database: Database): Promise<Scene> {
  const { id } = await addAccount(database);
  const clock = clockAt(START);
  return { id, clock, subscriptions: new Subscriptions(database.db, PLANS, clock.read) };
}

const rejection = (code: string): unknown => expect.objectContaining({ name: 'ServiceError', code });

onBothDatabases('subscriptions', (open, harness) => {
  it('begin with a month of their own', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    expect(await subscriptions.find(id)).toBeNull();
    const begun = await subscriptions.subscribe(id, 'free');
    expect(begun).toEqual({
      plan: 'free',
      startedAt: clock.now,
      endsAt: null,
      active: true,
      period: { start: clock.now, end: MONTH_2, index: 0 },
    });
    expect(await subscriptions.find(id)).toEqual(begun);
    clock.now = MONTH_2;
    expect((await subscriptions.find(id))?.period).toEqual({ start: MONTH_2, end: MONTH_3, index: 1 });
  });

  it('change their plan within the same month', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    const begun = await subscriptions.subscribe(id, 'free');
    clock.now += 1_000_000;
    expect(await subscriptions.subscribe(id, 'business')).toEqual({ ...begun, plan: 'business' });
    clock.now = MONTH_2 + 5;
    expect(await subscriptions.subscribe(id, 'starter')).toEqual({
      ...begun,
      plan: 'starter',
      period: { start: MONTH_2, end: MONTH_3, index: 1 },
    });
  });

  it('leave the calls used to the meter when the plan changes', async () => {
    const database = await open();
    const { id, clock, subscriptions } = await scene(database);
    await subscriptions.subscribe(id, 'free');
    const row = { account_id: id, period_start: clock.now, period_end: MONTH_2, used: 77, carried: 0 };
    await database.db.insertInto('period_usage').values(row).execute();
    for (const plan of ['business', 'free', 'starter', 'free']) {
      clock.now += 1000;
      await subscriptions.subscribe(id, plan);
    }
    expect(await database.db.selectFrom('period_usage').selectAll().execute()).toEqual([row]);
    expect((await subscriptions.find(id))?.startedAt).toBe(row.period_start);
  });

  it('go on with the calls used when an account is deleted and its address signs up again', async () => {
    const database = await open();
    const { db } = database;
    const clock = clockAt('2027-01-10');
    const store = new AccountRegister(db, KEYS, clock.read);
    const subscriptions = new Subscriptions(db, PLANS, clock.read);
    const signUp = async (email: string): Promise<AccountRecord> =>
      store.create({ userId: await addUser(database, email), email });
    const usedNow = async (id: string): Promise<number> =>
      new Usage(db).usedInPeriod(id, (await subscriptions.find(id))?.period.start ?? 0);

    const first = await signUp('ada@example.org');
    const { period } = await subscriptions.subscribe(first.id, 'free');
    const row = { account_id: first.id, period_start: period.start, period_end: period.end };
    await db
      .insertInto('period_usage')
      .values({ ...row, used: 990 })
      .execute();
    clock.now += 86_400_000;
    await store.remove(first);

    const other = await signUp('eve@example.org');
    expect((await subscriptions.subscribe(other.id, 'free')).startedAt).toBe(clock.now);
    expect(await usedNow(other.id)).toBe(0);

    const again = await signUp('Ada@example.org');
    const continued = await subscriptions.subscribe(again.id, 'free');
    expect(continued).toMatchObject({ startedAt: period.start, period: { end: period.end } });
    expect(await usedNow(again.id)).toBe(990);
    // However often, and with what was used meanwhile.
    await db.updateTable('period_usage').set({ used: 995 }).where('account_id', '=', again.id).execute();
    await store.remove(again);
    const third = await signUp('ada@example.org');
    await subscriptions.subscribe(third.id, 'starter');
    expect(await usedNow(third.id)).toBe(995);
    // When the month is over, a new sign-up begins a new one.
    await store.remove(third);
    clock.now = period.end;
    const fourth = await signUp('ada@example.org');
    expect((await subscriptions.subscribe(fourth.id, 'free')).startedAt).toBe(clock.now);
    expect(await usedNow(fourth.id)).toBe(0);
  });

  it('end with the month when they are cancelled, at that very moment', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    await subscriptions.subscribe(id, 'free');
    clock.now = MONTH_2 + 5;
    expect(await subscriptions.cancel(id)).toMatchObject({ active: true, endsAt: MONTH_3 });
    clock.now = MONTH_3 - 1;
    expect(await subscriptions.cancel(id)).toMatchObject({ active: true, endsAt: MONTH_3 });
    clock.now = MONTH_3;
    expect(await subscriptions.find(id)).toMatchObject({
      active: false,
      endsAt: MONTH_3,
      period: { start: MONTH_2, end: MONTH_3, index: 1 },
    });
    await expect(subscriptions.cancel(id)).rejects.toEqual(rejection('subscription-ended'));
  });

  it('go on when a cancellation is taken back, with the same or another plan', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    const begun = await subscriptions.subscribe(id, 'free');
    await subscriptions.cancel(id);
    clock.now += 1000;
    expect(await subscriptions.subscribe(id, 'free')).toEqual(begun);
    await subscriptions.cancel(id);
    expect(await subscriptions.subscribe(id, 'starter')).toEqual({ ...begun, plan: 'starter' });
  });

  it('start again after their end, with a new month', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    await subscriptions.subscribe(id, 'free');
    await subscriptions.cancel(id);
    clock.now = MONTH_2;
    expect(await subscriptions.subscribe(id, 'free')).toEqual({
      plan: 'free',
      startedAt: MONTH_2,
      endsAt: null,
      active: true,
      period: { start: MONTH_2, end: Date.parse('2027-03-28T10:00:00.000Z'), index: 0 },
    });
  });

  it('are chosen among the plans for self-service only', async () => {
    const { id, subscriptions } = await scene(await open());
    for (const plan of ['unlimited', 'none', '', 'toString'])
      await expect(subscriptions.subscribe(id, plan)).rejects.toEqual(
        new ServiceError('bad-field', 'The field plan must be one of free, starter, business.'),
      );
    expect(await subscriptions.find(id)).toBeNull();
  });

  it('cannot be cancelled or ended where there is none', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    await expect(subscriptions.cancel(id)).rejects.toEqual(rejection('no-subscription'));
    await expect(subscriptions.end(id, clock.now)).rejects.toEqual(rejection('no-subscription'));
  });

  describe('of the operator', () => {
    it('are granted with any plan, with or without an end', async () => {
      const { id, clock, subscriptions } = await scene(await open());
      const day = 86_400_000;
      const granted = await subscriptions.grant(id, 'unlimited', clock.now + day);
      expect(granted).toMatchObject({ plan: 'unlimited', active: true, endsAt: clock.now + day });
      clock.now += day - 1;
      expect((await subscriptions.find(id))?.active).toBe(true);
      // Granting more time keeps the month; granting again after the end starts another.
      const longer = await subscriptions.grant(id, 'unlimited', clock.now + day);
      expect(longer).toMatchObject({ startedAt: granted.startedAt, endsAt: clock.now + day });
      clock.now += day;
      expect((await subscriptions.find(id))?.active).toBe(false);
      expect(await subscriptions.grant(id, 'free')).toMatchObject({ startedAt: clock.now, endsAt: null });
    });

    it('are not granted with an end that has passed, or an unknown plan', async () => {
      const { id, clock, subscriptions } = await scene(await open());
      await expect(subscriptions.grant(id, 'free', clock.now)).rejects.toThrow(/must be in the future/);
      await expect(subscriptions.grant(id, 'gold')).rejects.toThrow(
        'There is no plan gold; the catalogue has free, starter, business, unlimited.',
      );
      expect(await subscriptions.find(id)).toBeNull();
    });

    it('keep an end that lies before the month’s when a user cancels', async () => {
      const { id, clock, subscriptions } = await scene(await open());
      await subscriptions.grant(id, 'unlimited', clock.now + 1000);
      expect((await subscriptions.cancel(id)).endsAt).toBe(clock.now + 1000);
      await subscriptions.grant(id, 'unlimited', MONTH_3);
      expect((await subscriptions.cancel(id)).endsAt).toBe(MONTH_2);
    });

    it('end now or at a given moment, earlier or later than before', async () => {
      const { id, clock, subscriptions } = await scene(await open());
      await subscriptions.grant(id, 'free');
      expect((await subscriptions.end(id, MONTH_2)).endsAt).toBe(MONTH_2);
      expect((await subscriptions.end(id, MONTH_3)).endsAt).toBe(MONTH_3);
      clock.now += 1000;
      expect(await subscriptions.end(id, 0)).toMatchObject({ active: false, endsAt: clock.now });
      await expect(subscriptions.end(id, MONTH_3)).rejects.toEqual(rejection('subscription-ended'));
    });

    it('that end at the moment they begin have one period all the same', async () => {
      const { id, clock, subscriptions } = await scene(await open());
      await subscriptions.grant(id, 'free');
      expect(await subscriptions.end(id, clock.now)).toMatchObject({ active: false, period: { index: 0 } });
    });

    it('are listed where their plan has left the catalogue, ended ones aside', async () => {
      const database = await open();
      const { id, clock, subscriptions } = await scene(database);
      const bob = await addAccount(database, 'bob@example.org');
      const eve = await addAccount(database, 'eve@example.org');
      await subscriptions.grant(id, 'business');
      await subscriptions.grant(bob.id, 'business', clock.now + 1000);
      await subscriptions.grant(eve.id, 'free');
      const smaller = catalogueOf(DEFAULT_PLANS.filter((plan) => plan.id !== 'business'));
      const later = new Subscriptions(database.db, smaller, () => clock.now);
      expect(await subscriptions.orphans()).toEqual([]);
      expect([...(await later.countByPlan())]).toEqual([
        ['business', 2],
        ['free', 1],
      ]);
      expect(await later.orphans()).toEqual([{ plan: 'business', accounts: 2 }]);
      clock.now += 1000;
      expect(await later.orphans()).toEqual([{ plan: 'business', accounts: 1 }]);
    });
  });

  it('of many at once leave one row, on one server and on two', async () => {
    const database = await open();
    const { id, clock, subscriptions } = await scene(database);
    const other = new Subscriptions((await harness.openAgain(database)).db, PLANS, () => clock.now + 3);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => [
        subscriptions.subscribe(id, n % 2 === 0 ? 'free' : 'starter'),
        other.subscribe(id, 'business'),
      ]).flat(),
    );
    expect(new Set(responses.map(({ startedAt }) => startedAt)).size).toBe(1);
    expect(await database.db.selectFrom('subscription').selectAll().execute()).toHaveLength(1);
    expect((await subscriptions.find(id))?.startedAt).toBe(responses[0]?.startedAt);
  });

  it('start once if many restart them at the same time after their end', async () => {
    const { id, clock, subscriptions } = await scene(await open());
    await subscriptions.subscribe(id, 'free');
    await subscriptions.cancel(id);
    clock.now = MONTH_2 + 5;
    const responses = await Promise.all(
      ['free', 'starter', 'free', 'business'].map((plan) => subscriptions.subscribe(id, plan)),
    );
    expect(responses.map(({ startedAt }) => startedAt)).toEqual(Array(4).fill(MONTH_2 + 5));
  });

  it('are rejected for an account that there is not', async () => {
    const { subscriptions } = await scene(await open());
    await expect(subscriptions.subscribe('acc_none', 'free')).rejects.toThrow(/foreign key/i);
  });
});
