import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { interrupt, type InterruptedPostgres } from '../../db/postgres/interrupted-postgres.test.fixture.js';
import type { Meter, Reservation } from './meter.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import { reservationMs } from './open-meter.js';

const OVERLOADED = { code: 'overloaded' };
/** Short, so that the test does not wait long; long enough for a busy machine to respond in. */
const deadlineMs = 1500;

onBothDatabases('a database that does not respond', (open, harness) => {
  const startMeter = metersOfTest();

  if (harness.dialect === 'sqlite') {
    it('has calls rejected in time, and loses none of its count', async () => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const other = await harness.openAgain(database);
      if (other.dialect !== 'sqlite') throw new Error('not SQLite');
      let now = Date.now();
      const meter = await startMeter(database, { deadlineMs: 50, clock: () => now });
      const { reservation } = admitted(await meter.admit('me'));
      await other.connection.begin();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      other.connection.commit();
      now += reservationMs();
      const next = admitted(await meter.admit('me'));
      expect(next.limits.quota?.used).toBe(1);
      await meter.settle(next.reservation, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    });

    it('rejects calls while the file cannot be written, and reports it to the operator', async () => {
      const database = await open();
      if (database.dialect !== 'sqlite') throw new Error('not SQLite');
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const problems: unknown[] = [];
      const meter = await startMeter(database, { onProblem: (problem) => problems.push(problem) });
      const { reservation } = admitted(await meter.admit('me'));
      await database.connection.pragma('query_only = 1');
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      expect(problems).toMatchObject([{ code: 'SQLITE_READONLY' }, { code: 'SQLITE_READONLY' }]);
      await database.connection.pragma('query_only = 0');
      await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
      // The one that was rejected frees itself.
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 1, usage: 1 });
    });
    return;
  }

  it('is not connected to again for a call that ends after the close', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    const { reservation } = admitted(await meter.admit('me'));
    await meter.close();
    await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
    await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
    const connected = async (): Promise<number> => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'facet meter'`.execute(database.db);
      return rows.length;
    };
    await expect.poll(connected).toBe(0);
    expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 1, usage: 0 });
  });

  describe('over a line that fails', () => {
    const lines: InterruptedPostgres[] = [];
    afterEach(async () => {
      for (const line of lines.splice(0)) await line.stop();
    });

    interface Scene {
      readonly database: Database;
      readonly accountId: string;
      readonly line: InterruptedPostgres;
      readonly meter: Meter;
      readonly reservation: Reservation;
      /** Lets the time pass in which a reservation expires. */
      readonly expire: () => void;
    }

    /** A server behind the line with one call in flight. */
    const scene = async (): Promise<Scene> => {
      const database = await open();
      let now = Date.now();
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const { url = '', dataDir } = harness.whereIs(database);
      const line = await interrupt(url);
      lines.push(line);
      const behind = await harness.openAt({ url: line.url, dataDir });
      const meter = await startMeter(behind, { deadlineMs, clock: () => now });
      const { reservation } = admitted(await meter.admit('me'));
      const expire = (): void => {
        now += reservationMs();
      };
      return { database, accountId, line, meter, reservation, expire };
    };

    /** Until the meter gets through again, however long the machine takes. */
    const patiently = async (meter: Meter): Promise<Reservation> => {
      for (let attempt = 0; attempt < 20; attempt += 1)
        try {
          return admitted(await meter.admit('me')).reservation;
        } catch (error) {
          expect(error).toMatchObject(OVERLOADED);
        }
      throw new Error('The meter does not recover.');
    };

    it('rejects calls while it is cut, and goes on when it is whole', async () => {
      const { database, accountId, line, meter, reservation, expire } = await scene();
      line.cut();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(reservation, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      line.heal();
      expire();
      const next = await patiently(meter);
      expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 1, usage: 0 });
      await meter.settle(next, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    });

    it('frees what was reserved unheard when it expires', async () => {
      const { database, accountId, line, meter, expire } = await scene();
      line.swallowResponses();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      line.heal();
      await meter.settle(await patiently(meter), 'match_faces', '1000', true);
      expire();
      const last = await patiently(meter);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 1, usage: 1 });
      await meter.settle(last, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 2, reserved: 0, usage: 2 });
    });

    it('counts a call once that settled although its response was lost, and rejects it', async () => {
      const { database, accountId, line, meter, reservation } = await scene();
      line.swallowResponses();
      const settling = meter.settle(reservation, 'match_faces', '1000', true);
      await expect.poll(() => countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
      line.cut();
      line.heal();
      await expect(settling).rejects.toMatchObject(OVERLOADED);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    });

    it('settles a call over a new connection when the old one broke before', async () => {
      const { database, accountId, line, meter, reservation } = await scene();
      line.cut();
      line.heal();
      await meter.settle(reservation, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, reserved: 0, usage: 1 });
    });
  });
});
