import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import type { Meter } from './meter.js';
import { addAccount, admitted, hashOf, PLANS, tally } from './metered.test.fixture.js';
import { meterOver, openReservations } from './open-meter.js';

interface CountedMeter {
  readonly meter: Meter;
  queries: number;
}

/** A meter whose questions to the database are counted. */
function countedMeter(database: Database, clock: () => number): CountedMeter {
  const options = { database, plans: PLANS, hashOf, clock };
  const real = openReservations(options);
  const counted: CountedMeter = {
    queries: 0,
    meter: meterOver(
      {
        settle: (...call) => real.settle(...call),
        sweep: () => real.sweep(),
        close: () => real.close(),
        admitUncounted: (hash) => real.admitUncounted(hash),
        reserve: (hash) => {
          counted.queries += 1;
          return real.reserve(hash);
        },
      },
      options,
    ),
  };
  return counted;
}

onBothDatabases('a flood', (open) => {
  it('of calls with one id that nobody has costs one query', async () => {
    const database = await open();
    const counted = countedMeter(database, Date.now);
    counted.meter.start();
    await counted.meter.admit('nobody');
    const responses = await Promise.all(Array.from({ length: 500 }, () => counted.meter.admit('nobody')));
    expect(tally(responses)).toEqual({ 'unknown-api-key': 500 });
    expect(counted.queries).toBe(1);
    await counted.meter.close();
  });

  it('of calls over the rate is rejected from memory until the next call is due', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'paced' });
    let now = Date.now();
    const counted = countedMeter(database, () => now);
    counted.meter.start();
    for (let n = 0; n < 6; n += 1) await counted.meter.admit('me');
    expect(counted.queries).toBe(6);
    now += 499;
    for (let n = 0; n < 100; n += 1)
      expect(await counted.meter.admit('me')).toMatchObject({
        rejected: 'rate-limit',
        accountId,
        retryAfterMs: 1,
        limits: { rate: { limit: 5, remaining: 0, resetMs: 2001 } },
      });
    expect(counted.queries).toBe(6);
    now += 1;
    admitted(await counted.meter.admit('me'));
    expect(counted.queries).toBe(7);
    await counted.meter.close();
  });

  it('of calls over the quota is rejected from memory, for a second', async () => {
    const database = await open();
    await addAccount(database, 'me', { plan: 'ten' });
    let now = Date.now();
    const counted = countedMeter(database, () => now);
    const { meter } = counted;
    for (let n = 0; n < 10; n += 1)
      await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    const flood = async (): Promise<unknown> =>
      tally(await Promise.all(Array.from({ length: 200 }, () => meter.admit('me'))));
    expect(await flood()).toEqual({ quota: 200 });
    expect(counted.queries).toBe(11);
    now += 1000;
    expect(await flood()).toEqual({ quota: 200 });
    expect(counted.queries).toBe(12);
    await meter.close();
  });

  it('of calls over the quota is asked about each time while a call in flight may still be released', async () => {
    const database = await open();
    await addAccount(database, 'me', { plan: 'ten' });
    const { meter } = countedMeter(database, Date.now);
    const flying = [];
    for (let n = 0; n < 10; n += 1) flying.push(admitted(await meter.admit('me')).reservation);
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota' });
    for (const reservation of flying.slice(0, 1))
      await meter.settle(reservation, 'match_faces', '2003', false);
    admitted(await meter.admit('me'));
    await meter.close();
  });

  it('of calls that somebody else rejects is known without a query, for a second', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'both' });
    let now = Date.now();
    const counted = countedMeter(database, () => now);
    const { meter } = counted;
    meter.start();
    expect(meter.recentAdmission('me')).toBeUndefined();
    const { limits } = admitted(await meter.admit('me'));
    expect(meter.recentAdmission('me')).toEqual({ account: { accountId, plan: 'both' }, limits });
    now += 999;
    // At three calls a second the one that was taken has come back.
    expect(meter.recentAdmission('me')?.limits).toMatchObject({
      rate: { remaining: 7 },
      quota: { used: 1 },
    });
    now += 1;
    expect(meter.recentAdmission('me')).toBeUndefined();
    expect(counted.queries).toBe(1);
    await meter.close();
  });

  it('of calls that the plan rejects is never taken for allowed', async () => {
    const database = await open();
    await addAccount(database, 'nobody pays for', { plan: null });
    await addAccount(database, 'rate-limited', { plan: 'paced' });
    const now = Date.now();
    const { meter } = countedMeter(database, () => now);
    meter.start();
    for (const apiKey of ['nobody', 'nobody pays for', ...Array.from({ length: 6 }, () => 'rate-limited')])
      await meter.admit(apiKey);
    for (const apiKey of ['nobody', 'nobody pays for', 'rate-limited'])
      expect(meter.recentAdmission(apiKey), apiKey).toBeUndefined();
    await meter.close();
  });
});
