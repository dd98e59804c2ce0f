import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { startCalling } from './calling-processes.test.fixture.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { reservationMs } from './open-meter.js';

const PARALLEL = 16;
/** As if the time had passed in which a reservation expires. */
const muchLater = (): number => Date.now() + reservationMs();

onBothDatabases('a killed server', (open, harness) => {
  const startMeter = metersOfTest();
  const responsesOf = (lines: readonly string[]): number =>
    lines.filter((line) => line === 'answered').length;

  const killUnderLoad = async (database: Database, apiKey: string): Promise<number> => {
    const server = await startCalling({
      place: harness.whereIs(database),
      apiKey,
      mode: 'load',
      calls: PARALLEL,
    });
    await server.said(200);
    await server.kill();
    await nobodyElseConnected(database);
    return responsesOf(server.lines);
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
    expect(left.reserved).toBeLessThanOrEqual(PARALLEL);
    const meter = await startMeter(database, { clock: muchLater });
    await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    expect(await countersOf(database, accountId)).toEqual({
      used: left.used + 1,
      reserved: 0,
      usage: left.usage + 1,
    });
  });

  it('leaves the whole rest of the quota to the next', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'thousand' });
    await killUnderLoad(database, 'me');
    // A clock that stands still: on a busy machine, what is reserved first would expire before the last.
    const later = muchLater();
    const meter = await startMeter(database, { clock: () => later });
    const { used } = await countersOf(database, accountId);
    for (let n = used; n < 1000; n += 1) admitted(await meter.admit('me'));
    expect(await meter.admit('me')).toMatchObject({ rejected: 'quota' });
  });

  // A SQLite file has one server.
  if (harness.dialect === 'postgres')
    it('on one database together admit exactly what the quota has', async () => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'fifty' });
      const place = harness.whereIs(database);
      const order = { place, apiKey: 'me', mode: 'burst', calls: 100 } as const;
      const servers = await Promise.all([startCalling(order), startCalling(order), startCalling(order)]);
      for (const server of servers) server.go();
      expect(await Promise.all(servers.map((server) => server.ended()))).toEqual([0, 0, 0]);
      const tallies = servers.map(({ lines }) => JSON.parse(lines[1] ?? '') as Record<string, number>);
      expect(tallies.reduce((sum, { admitted: count = 0 }) => sum + count, 0)).toBe(50);
      expect(tallies.reduce((sum, { quota = 0 }) => sum + quota, 0)).toBe(250);
      expect(await countersOf(database, accountId)).toEqual({ used: 50, reserved: 0, usage: 50 });
    });
});

/**
 * Until PostgreSQL has ended the connections of meters. Statements that were under way when their server was killed are
 * still done, and only then is it known what was counted.
 */
async function nobodyElseConnected({ db, dialect }: Database): Promise<void> {
  if (dialect === 'sqlite') return;
  const connected = async (): Promise<number> => {
    const { rows } = await sql`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'facet meter'`.execute(db);
    return rows.length;
  };
  await expect.poll(connected, { timeout: 30_000 }).toBe(0);
}
