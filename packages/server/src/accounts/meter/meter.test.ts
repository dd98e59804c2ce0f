import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';
import type { ApiKeyTable } from '../../db/tables.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { AccountRegister } from '../account-register.js';
import { KEYS } from '../account-store.test.fixture.js';
import { periodAt } from '../plans/periods.js';
import type { Meter, Reservation } from './meter.js';
import {
  addAccount,
  admitted,
  countersOf,
  hashOf,
  plan,
  tally,
  usedByPeriod,
} from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-03-10T12:00:00Z');

const secondIdOf = (accountId: string): Insertable<ApiKeyTable> => ({
  account_id: accountId,
  lookup_hash: hashOf('my laptop'),
  name: 'laptop',
  sealed: '',
  created_at: NOON,
});

onBothDatabases('the meter', (open) => {
  const startMeter = metersOfTest();

  it('admits, counts a call and adds it to the usage of its day', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: NOON - 1000 });
    const meter = await startMeter(database, { clock: () => NOON });
    const { reservation, account, limits } = admitted(await meter.admit('me'));
    expect(account).toEqual({ accountId, plan: 'ten' });
    const { end } = periodAt(NOON - 1000, NOON);
    expect(limits).toEqual({
      rate: null,
      quota: { limit: 10, used: 1, remaining: 9, resetMs: end - NOON },
    });
    expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 1, usage: 0 });
    await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    expect(await database.db.selectFrom('usage_day').selectAll().execute()).toEqual([
      { account_id: accountId, day: '2026-03-10', operation: 'match_faces', outcome: '1000', calls: 1 },
    ]);
  });

  it('releases a call that does not count, and keeps it in the usage', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    for (let n = 0; n < 12; n += 1) {
      const { reservation } = admitted(await meter.admit('me'));
      await meter.settle(reservation, 'match_faces', '2003', false);
    }
    expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 0, usage: 12 });
  });

  it('settles a reservation once, however often it is asked to', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    const { reservation } = admitted(await meter.admit('me'));
    await Promise.all([
      meter.settle(reservation, 'match_faces', '1000', true),
      meter.settle(reservation, 'match_faces', '5000', false),
    ]);
    await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
  });

  it('rejects by quota what is more than the plan has: briefly while calls in flight may be released', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: NOON });
    let now = NOON;
    const meter = await startMeter(database, { clock: () => now });
    const calls: Reservation[] = [];
    for (let n = 0; n < 10; n += 1) calls.push(admitted(await meter.admit('me')).reservation);
    const { end } = periodAt(NOON, NOON);
    const rejection = {
      rejected: 'quota',
      accountId,
      limits: { rate: null, quota: { limit: 10, used: 10, remaining: 0, resetMs: end - NOON } },
    };
    expect(await meter.admit('me')).toEqual({ ...rejection, retryAfterMs: 1000 });
    const [last, ...others] = calls;
    for (const call of others) await meter.settle(call, 'match_faces', '1000', true);
    expect(await meter.admit('me')).toEqual({ ...rejection, retryAfterMs: 1000 });
    if (last !== undefined) await meter.settle(last, 'match_faces', '1000', true);
    expect(await meter.admit('me')).toEqual({ ...rejection, retryAfterMs: end - NOON });
    // From memory, the same.
    now += 500;
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota', retryAfterMs: end - now });
  });

  it('lets a burst through, then as many as come back with time', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'paced', startedAt: NOON });
    let now = NOON;
    const meter = await startMeter(database, { clock: () => now });
    const first = await meter.admit('me');
    expect(first).toMatchObject({ limits: { rate: { limit: 5, remaining: 4, resetMs: 500 } } });
    for (let n = 0; n < 4; n += 1) admitted(await meter.admit('me'));
    expect(await meter.admit('me')).toEqual({
      rejected: 'rate-limit',
      accountId,
      limits: { rate: { limit: 5, remaining: 0, resetMs: 2500 }, quota: null },
      retryAfterMs: 500,
    });
    now += 200;
    expect(await meter.admit('me')).toMatchObject({ rejected: 'rate-limit', retryAfterMs: 300 });
    now += 300;
    expect(tally([await meter.admit('me'), await meter.admit('me')])).toEqual({
      admitted: 1,
      'rate-limit': 1,
    });
    now += 60_000;
    const responses = [];
    for (let n = 0; n < 7; n += 1) responses.push(await meter.admit('me'));
    expect(tally(responses)).toEqual({ admitted: 5, 'rate-limit': 2 });
  });

  it('lets the account call at once when the clock was set back or a faster plan has come', async () => {
    const database = await open();
    const { db } = database;
    await addAccount(database, 'me', { plan: 'slow', startedAt: NOON - 86_400_000 });
    const plans = new Map([
      ['slow', plan('slow', { callsPerSecond: 0.001, burst: 1 })],
      ['fast', plan('fast', { callsPerSecond: 2, burst: 3 })],
    ]);
    let now = NOON;
    const meter = await startMeter(database, { clock: () => now, plans });
    expect(tally([await meter.admit('me'), await meter.admit('me')])).toEqual({
      admitted: 1,
      'rate-limit': 1,
    });
    await db.updateTable('subscription').set({ plan: 'fast' }).execute();
    // What was rejected is remembered for a second.
    now += 1000;
    const faster = await Promise.all([meter.admit('me'), meter.admit('me'), meter.admit('me')]);
    expect(tally(faster)).toEqual({ admitted: 1, 'rate-limit': 2 });
    expect(faster[1]).toMatchObject({
      retryAfterMs: 500,
      limits: { rate: { remaining: 0, resetMs: 1500 } },
    });
    now -= 3_600_000;
    // Another server, because this one counts what it remembers by a clock that nobody sets, unless a test does.
    const other = await startMeter(database, { clock: () => now, plans });
    const earlier = await Promise.all([other.admit('me'), other.admit('me')]);
    now += 1001;
    const later = await Promise.all([other.admit('me'), other.admit('me'), other.admit('me')]);
    expect([tally(earlier), tally(later)]).toEqual([
      { admitted: 1, 'rate-limit': 1 },
      { admitted: 2, 'rate-limit': 1 },
    ]);
  });

  it('writes nothing for a call that it rejects', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'few', startedAt: NOON });
    const few = plan('few', { callsPerMonth: 2, callsPerSecond: 1, burst: 4 });
    let now = NOON;
    const meter = await startMeter(database, { clock: () => now, plans: new Map([['few', few]]) });
    const state = async (): Promise<unknown> => [
      await countersOf(database, accountId),
      await database.db.selectFrom('account').selectAll().execute(),
    ];
    for (let n = 0; n < 2; n += 1)
      await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    const before = await state();
    const responses = [];
    for (let n = 0; n < 6; n += 1) {
      // A rejection is remembered for a second.
      now += 1000;
      responses.push(await meter.admit('me'));
    }
    expect(tally(responses)).toEqual({ quota: 6 });
    expect(await state()).toEqual(before);
  });

  it('rejects by what the account is, with its id where there is one', async () => {
    const database = await open();
    const { db } = database;
    const bare = await addAccount(database, 'bare', { plan: null });
    const vanished = await addAccount(database, 'vanished', { plan: 'no longer in the catalogue' });
    const ended = await addAccount(database, 'ended', { plan: 'open', endsAt: NOON });
    const suspended = await addAccount(database, 'suspended', { plan: 'open' });
    await db.updateTable('account').set({ suspended_at: 1 }).where('id', '=', suspended).execute();
    let now = NOON;
    const meter = await startMeter(database, { clock: () => now });
    expect(await meter.admit('nobody')).toEqual({ rejected: 'unknown-api-key' });
    expect(await meter.admit('bare')).toEqual({ rejected: 'no-subscription', accountId: bare });
    expect(await meter.admit('vanished')).toEqual({ rejected: 'no-subscription', accountId: vanished });
    expect(await meter.admit('ended')).toEqual({ rejected: 'subscription-ended', accountId: ended });
    expect(await meter.admit('suspended')).toEqual({ rejected: 'account-suspended', accountId: suspended });
    now = NOON - 1;
    admitted(await meter.admit('ended'));
  });

  it('acts on a change of plan, of the id or of the standing at the next call', async () => {
    const database = await open();
    const { db } = database;
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    let now = Date.now();
    const meter = await startMeter(database, { clock: () => now });
    for (let n = 0; n < 10; n += 1)
      await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota' });
    await db.updateTable('subscription').set({ plan: 'fifty' }).execute();
    // Only a rejection is remembered, for a second.
    now += 1000;
    expect(await meter.admit('me')).toMatchObject({ limits: { quota: { limit: 50, used: 11 } } });
    await db.updateTable('subscription').set({ plan: 'ten' }).execute();
    expect(await meter.admit('me')).toMatchObject({
      rejected: 'quota',
      limits: { quota: { used: 11, remaining: 0 } },
    });
    now += 1000;
    await db.updateTable('subscription').set({ plan: 'open' }).execute();
    await db.updateTable('account').set({ suspended_at: 1 }).execute();
    expect(await meter.admit('me')).toEqual({ rejected: 'account-suspended', accountId });
    await db.updateTable('account').set({ suspended_at: null }).execute();
    admitted(await meter.admit('me'));
    await db.updateTable('api_key').set({ lookup_hash: 'hash of my new id' }).execute();
    expect(await meter.admit('me')).toEqual({ rejected: 'unknown-api-key' });
    admitted(await meter.admit('my new id'));
  });

  it('counts all API keys of an account against one quota and one rate', async () => {
    const database = await open();
    const now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'both', startedAt: NOON - 1000 });
    await database.db.insertInto('api_key').values(secondIdOf(accountId)).execute();
    const meter = await startMeter(database, { clock: () => now });
    const responses = [];
    for (let n = 0; n < 8; n++) responses.push(await meter.admit(n % 2 === 0 ? 'me' : 'my laptop'));
    expect(tally(responses)).toEqual({ admitted: 7, 'rate-limit': 1 });
    expect(await countersOf(database, accountId)).toMatchObject({ reserved: 7 });
    const parallel = await Promise.all(
      Array.from({ length: 20 }, (_, n) => meter.admit(n % 2 === 0 ? 'me' : 'my laptop')),
    );
    expect(tally(parallel)).toEqual({ 'rate-limit': 20 });
  });

  it('ends a revoked API key at once, and leaves the other', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me');
    await database.db.insertInto('api_key').values(secondIdOf(accountId)).execute();
    const meters = [await startMeter(database), await startMeter(database)];
    for (const meter of meters) for (const id of ['me', 'my laptop']) admitted(await meter.admit(id));
    await database.db.deleteFrom('api_key').where('name', '=', 'laptop').execute();
    for (const meter of meters) {
      expect(await meter.admit('my laptop')).toEqual({ rejected: 'unknown-api-key' });
      admitted(await meter.admit('me'));
    }
  });

  it('writes down the last use of an API key, seldom, and not for rejected calls', async () => {
    const database = await open();
    let now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: NOON - 1000 });
    await database.db.insertInto('api_key').values(secondIdOf(accountId)).execute();
    const lastUses = async (): Promise<unknown> =>
      Object.fromEntries(
        (await database.db.selectFrom('api_key').select(['name', 'last_used_at']).execute()).map(
          ({ name, last_used_at }) => [name, last_used_at],
        ),
      );
    const clock = { clock: () => now };
    const [meter, other] = [await startMeter(database, clock), await startMeter(database, clock)];
    const call = async (by: Meter, id: string, counts = true): Promise<void> =>
      by.settle(admitted(await by.admit(id)).reservation, 'match_faces', counts ? '1000' : '2003', counts);
    await meter.admit('me');
    expect(await lastUses()).toEqual({ default: null, laptop: null });
    await call(meter, 'me', false);
    expect(await lastUses()).toEqual({ default: NOON, laptop: null });
    now += 1000;
    await call(meter, 'me');
    expect(await lastUses()).toEqual({ default: NOON, laptop: null });
    await call(meter, 'my laptop');
    expect(await lastUses()).toEqual({ default: NOON, laptop: NOON + 1000 });
    await call(other, 'me');
    expect(await lastUses()).toEqual({ default: NOON + 1000, laptop: NOON + 1000 });
    // A server whose clock is behind does not take it back.
    now = NOON - 500;
    await call(await startMeter(database, clock), 'me');
    expect(await lastUses()).toEqual({ default: NOON + 1000, laptop: NOON + 1000 });
  });

  it('begins every period with the whole quota, and counts late calls in the old one', async () => {
    const database = await open();
    const { db } = database;
    let now = Date.parse('2026-01-31T10:00:00Z');
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now });
    const january = now;
    await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    now = Date.parse('2026-02-28T09:59:59.999Z');
    const late = admitted(await meter.admit('me'));
    expect(late).toMatchObject({ limits: { quota: { used: 2, resetMs: 1 } } });
    const lateAndUncounted = admitted(await meter.admit('me'));
    now += 1;
    expect(await meter.admit('me')).toMatchObject({
      limits: { quota: { used: 1, resetMs: Date.parse('2026-03-31T10:00:00Z') - now } },
    });
    await meter.settle(late.reservation, 'match_faces', '1000', true);
    await meter.settle(lateAndUncounted.reservation, 'match_faces', '2003', false);
    expect(await countersOf(database, accountId)).toEqual({ used: 2, reserved: 1, usage: 3 });
    expect(await db.selectFrom('period_usage').selectAll().execute()).toEqual([
      { account_id: accountId, period_start: january, period_end: now, used: 2, carried: 0 },
    ]);
    expect(await db.selectFrom('usage_day').select('day').distinct().orderBy('day').execute()).toEqual([
      { day: '2026-01-31' },
      { day: '2026-02-28' },
    ]);
  });

  it('returns to the period of now when a clock that was ahead is set back', async () => {
    const database = await open();
    let now = NOON;
    await addAccount(database, 'me', { plan: 'ten', startedAt: NOON });
    const meter = await startMeter(database, { clock: () => now });
    const used = async (): Promise<number | undefined> => {
      const { reservation, limits } = admitted(await meter.admit('me'));
      await meter.settle(reservation, 'match_faces', '1000', true);
      return limits.quota?.used;
    };
    for (let n = 1; n <= 4; n += 1) expect(await used()).toBe(n);
    const { reservation } = admitted(await meter.admit('me'));
    now = NOON + 400 * DAY;
    for (let n = 1; n <= 2; n += 1) expect(await used()).toBe(n);
    now = NOON + HOUR;
    // By the clock of then the call in flight had expired, so that it no longer counts.
    await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject({
      code: 'overloaded',
    });
    expect(await used()).toBe(5);
    // Before the plan began the first period is the one that counts.
    now = NOON - 3 * DAY;
    expect(await used()).toBe(6);
    // When that time comes, its calls are those of its period.
    now = NOON + 400 * DAY;
    expect(await used()).toBe(3);
    expect(await usedByPeriod(database)).toEqual([6, 3]);
  });

  it('finishes a call that was in flight while the clock jumped there and back', async () => {
    const database = await open();
    let now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: NOON });
    const meter = await startMeter(database, { clock: () => now });
    const { reservation } = admitted(await meter.admit('me'));
    now = NOON + 2 * DAY;
    await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
  });

  it('begins a new period with a new subscription', async () => {
    const database = await open();
    let now = NOON;
    await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now });
    for (let n = 0; n < 10; n += 1) admitted(await meter.admit('me'));
    now += 86_400_000;
    await database.db.updateTable('subscription').set({ started_at: now }).execute();
    expect(await meter.admit('me')).toMatchObject({ limits: { quota: { used: 1 } } });
  });

  it('counts the calls that an account had in flight when it was deleted', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    const { reservation } = admitted(await meter.admit('me'));
    meter.noteRejection(accountId, 'match_faces', '4291');
    await new AccountRegister(database.db, KEYS).remove({ id: accountId, userId: null, label: 'me' });
    await meter.settle(reservation, 'match_faces', '1000', true);
    expect(await meter.admit('me')).toEqual({ rejected: 'unknown-api-key' });
    await meter.close();
    expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    expect(await database.db.selectFrom('rejection').selectAll().execute()).toEqual([]);
  });
});
