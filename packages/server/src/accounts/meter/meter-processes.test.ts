import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { startCalling } from './calling-processes.test.fixture.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { DEAD_AFTER_MS } from './server-roll.js';

const PARALLEL = 16;
/** As if the time after which a silent server counts as dead had passed. */
const muchLater = (): number => Date.now() + DEAD_AFTER_MS + 1000;

onBothDatabases('a killed server', (open, harness) => {
  const startMeter = metersOfTest();
  const answeredOf = (lines: readonly string[]): number => lines.filter((line) => line === 'answered').length;

  const killUnderLoad = async (database: Database, userId: string): Promise<number> => {
    const server = await startCalling({
      place: harness.whereIs(database),
      userId,
      mode: 'load',
      calls: PARALLEL,
    });
    await server.said(200);
    await server.kill();
    return answeredOf(server.lines);
  };

  it('has lost no call that was answered, and invented none', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'open' });
    const answered = await killUnderLoad(database, 'me');
    const left = await countersOf(database, accountId);
    expect(left.used).toBeGreaterThanOrEqual(answered);
    // Counted, but killed before it could say so: at most what was in flight.
    expect(left.used - answered).toBeLessThanOrEqual(PARALLEL);
    expect(left.usage).toBe(left.used);
    expect(left.holds).toBe(left.held);
    expect(left.held).toBeLessThanOrEqual(PARALLEL);
    await startMeter(database, { clock: muchLater });
    expect(await countersOf(database, accountId)).toEqual({ ...left, held: 0, holds: 0 });
  });

  it('leaves the whole rest of the quota to the next', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'thousand' });
    await killUnderLoad(database, 'me');
    const meter = await startMeter(database, { clock: muchLater });
    const { used } = await countersOf(database, accountId);
    for (let n = used; n < 1000; n += 1) admitted(await meter.admit('me'));
    expect(await meter.admit('me')).toMatchObject({ refused: 'quota' });
  });
});

onBothDatabases('server processes', (open, harness) => {
  if (harness.dialect === 'sqlite') {
    const startMeter = metersOfTest();

    it('that take over the file of a living one do not let it exceed the quota', async () => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const old = await startMeter(database);
      const { ticket } = admitted(await old.admit('me'));
      const young = await startMeter(await harness.openAgain(database));
      for (let n = 0; n < 10; n += 1)
        await young.settle(admitted(await young.admit('me')).ticket, 'match_faces', '1000', true);
      await expect(old.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject({
        code: 'overloaded',
      });
      expect(await countersOf(database, accountId)).toEqual({ used: 10, held: 0, holds: 0, usage: 10 });
    });
    return;
  }

  it('on one database together admit exactly what the quota has', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'fifty' });
    const place = harness.whereIs(database);
    const order = { place, userId: 'me', mode: 'burst', calls: 100 } as const;
    const servers = await Promise.all([startCalling(order), startCalling(order), startCalling(order)]);
    for (const server of servers) server.go();
    expect(await Promise.all(servers.map((server) => server.ended()))).toEqual([0, 0, 0]);
    const tallies = servers.map(({ lines }) => JSON.parse(lines[1] ?? '') as Record<string, number>);
    expect(tallies.reduce((sum, { admitted: count = 0 }) => sum + count, 0)).toBe(50);
    expect(tallies.reduce((sum, { quota = 0 }) => sum + quota, 0)).toBe(250);
    expect(await countersOf(database, accountId)).toEqual({ used: 50, held: 0, holds: 0, usage: 50 });
    expect(await database.db.selectFrom('server').selectAll().execute()).toEqual([]);
  });
});
