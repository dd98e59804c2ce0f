import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { BoundedMemory } from './bounded-memory.js';
import { DatabaseMeter } from './database-meter.js';
import { addAccount, admitted, hashOf, PLANS, tally } from './metered.test.fixture.js';
import type { MeterStore } from './meter-store.js';
import { storeOf } from './open-meter.js';
import { RefusalNotes } from './refusal-notes.js';
import { ServerRoll } from './server-roll.js';
import { Upkeep } from './upkeep.js';

interface Counted {
  readonly meter: DatabaseMeter;
  asked: number;
}

/** A meter whose questions to the database are counted. */
function countedMeter(database: Database, clock: () => number): Counted {
  const serverId = 'this server';
  const real = storeOf(database, {
    serverId,
    plans: PLANS,
    clock,
    deadlineMs: 2000,
    onProblem: () => undefined,
  });
  const store: MeterStore = {
    take: (hash) => {
      counted.asked += 1;
      return real.take(hash);
    },
    settle: (settlement) => real.settle(settlement),
    start: () => real.start(),
    close: () => real.close(),
  };
  const notes = new RefusalNotes(database, clock);
  const upkeep = new Upkeep(new ServerRoll(database, serverId, clock), notes, () => undefined);
  const counted: Counted = {
    meter: new DatabaseMeter({ store, notes, upkeep, hashOf, now: clock }),
    asked: 0,
  };
  return counted;
}

onBothDatabases('a flood', (open) => {
  it('of calls with one id that nobody has costs one query', async () => {
    const database = await open();
    const counted = countedMeter(database, Date.now);
    await counted.meter.start();
    await counted.meter.admit('nobody');
    const answers = await Promise.all(Array.from({ length: 500 }, () => counted.meter.admit('nobody')));
    expect(tally(answers)).toEqual({ 'unknown-user-id': 500 });
    expect(counted.asked).toBe(1);
    await counted.meter.close();
  });

  it('of calls over the rate is refused from memory until the next call is due', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'paced' });
    let now = Date.now();
    const counted = countedMeter(database, () => now);
    await counted.meter.start();
    for (let n = 0; n < 6; n += 1) await counted.meter.admit('me');
    expect(counted.asked).toBe(6);
    now += 499;
    for (let n = 0; n < 100; n += 1)
      expect(await counted.meter.admit('me')).toMatchObject({
        refused: 'rate-limit',
        accountId,
        retryAfterMs: 1,
        allowance: { rate: { limit: 5, remaining: 0, resetMs: 2001 } },
      });
    expect(counted.asked).toBe(6);
    now += 1;
    admitted(await counted.meter.admit('me'));
    expect(counted.asked).toBe(7);
    await counted.meter.close();
  });

  it('of calls that somebody else refuses is known without a query, for a second', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'both' });
    let now = Date.now();
    const counted = countedMeter(database, () => now);
    const { meter } = counted;
    await meter.start();
    expect(meter.recall('me')).toBeUndefined();
    const { allowance } = admitted(await meter.admit('me'));
    expect(meter.recall('me')).toEqual({ account: { accountId, plan: 'both' }, allowance });
    now += 999;
    // At three calls a second the one that was taken has come back.
    expect(meter.recall('me')?.allowance).toMatchObject({ rate: { remaining: 7 }, quota: { used: 1 } });
    now += 1;
    expect(meter.recall('me')).toBeUndefined();
    expect(counted.asked).toBe(1);
    await meter.close();
  });

  it('of calls that the plan refuses is never taken for allowed', async () => {
    const database = await open();
    await addAccount(database, 'nobody pays for', { plan: null });
    await addAccount(database, 'hasty', { plan: 'paced' });
    const now = Date.now();
    const { meter } = countedMeter(database, () => now);
    await meter.start();
    for (const userId of ['nobody', 'nobody pays for', ...Array.from({ length: 6 }, () => 'hasty')])
      await meter.admit(userId);
    for (const userId of ['nobody', 'nobody pays for', 'hasty'])
      expect(meter.recall(userId), userId).toBeUndefined();
    await meter.close();
  });
});

describe('the memory of refusals', () => {
  it('keeps no more than its limit, forgetting the oldest', () => {
    const memory = new BoundedMemory<number>(3, () => 0);
    for (let n = 0; n < 1000; n += 1) memory.remember(`key ${n}`, n, 10);
    expect(memory.size).toBe(3);
    expect([996, 997, 999].map((n) => memory.get(`key ${n}`))).toEqual([undefined, 997, 999]);
  });

  it('keeps nothing longer than it was told', () => {
    let now = 0;
    const memory = new BoundedMemory<number>(3, () => now);
    memory.remember('key', 1, 10);
    now = 9;
    expect(memory.get('key')).toBe(1);
    now = 10;
    expect(memory.get('key')).toBeUndefined();
    expect(memory.size).toBe(0);
  });
});
