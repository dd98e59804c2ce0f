import { expect, it } from 'vitest';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { addAccount, admitted, countersOf, ticketsOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { DEAD_AFTER_MS, ServerRoll } from './server-roll.js';

onBothDatabases('the roll of servers', (open) => {
  const startMeter = metersOfTest();

  it('leaves a living server what it has in flight, and gives back that of a silent one', async () => {
    const database = await open();
    const start = Date.now();
    let now = start;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: start });
    const meter = await startMeter(database, { clock: () => now });
    const { ticket } = admitted(await meter.admit('me'));
    const other = new ServerRoll(database, 'another server', () => now);
    await other.beat();
    now = start + DEAD_AFTER_MS - 1;
    expect(await other.giveBackOfDead()).toBe(0);
    expect(await countersOf(database, accountId)).toMatchObject({ held: 1, holds: 1 });
    now = start + DEAD_AFTER_MS;
    expect(await other.giveBackOfDead()).toBe(1);
    expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 0, holds: 0, usage: 0 });
    // It was alive after all: its call must not count beyond what was given back.
    await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject({
      code: 'overloaded',
    });
    expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 0, holds: 0, usage: 0 });
    await meter.settle(admitted(await meter.admit('me')).ticket, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 0, holds: 0, usage: 1 });
  });

  it('keeps nothing held when calls from before and after the silence end together', async () => {
    const database = await open();
    const start = Date.now();
    let now = start;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: start });
    const meter = await startMeter(database, { clock: () => now });
    const before = await Promise.all([meter.admit('me'), meter.admit('me'), meter.admit('me')]);
    now += DEAD_AFTER_MS;
    expect(await new ServerRoll(database, 'another server', () => now).giveBackOfDead()).toBe(3);
    const after = await Promise.all([meter.admit('me'), meter.admit('me')]);
    await Promise.allSettled(
      ticketsOf([...before, ...after]).map((ticket) => meter.settle(ticket, 'match_faces', '1000', true)),
    );
    await meter.settle(admitted(await meter.admit('me')).ticket, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toMatchObject({ held: 0, holds: 0 });
  });

  it('gives back in the period that the call was held in, and leaves the next one alone', async () => {
    const database = await open();
    let now = Date.parse('2026-01-31T00:00:00Z');
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now });
    const meter = await startMeter(database, { clock: () => now });
    admitted(await meter.admit('me'));
    now = Date.parse('2026-03-01T00:00:00Z');
    admitted(await meter.admit('me'));
    expect(await countersOf(database, accountId)).toMatchObject({ held: 1, holds: 2 });
    now += DEAD_AFTER_MS;
    const other = new ServerRoll(database, 'another server', () => now);
    expect(await other.giveBackOfDead()).toBe(2);
    expect(await countersOf(database, accountId)).toMatchObject({ held: 0, holds: 0 });
  });

  it('forgets a server that signs off', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    admitted(await meter.admit('me'));
    await meter.close();
    expect(await database.db.selectFrom('server').selectAll().execute()).toEqual([]);
    expect(await countersOf(database, accountId)).toMatchObject({ held: 0, holds: 0 });
  });
});
