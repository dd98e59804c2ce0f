import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../testing/databases.test.fixture.js';
import { interrupt, type InterruptedPostgres } from '../../testing/interrupted-postgres.test.fixture.js';
import { giveBackHolds } from './give-back.js';
import type { Meter, Ticket } from './meter.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';

const OVERLOADED = { code: 'overloaded' };
/** Short, so that the test does not wait long; long enough for a busy machine to answer in. */
const deadlineMs = 1500;

onBothDatabases('a database that does not answer', (open, harness) => {
  const startMeter = metersOfTest();

  if (harness.dialect === 'sqlite') {
    it('has calls refused in time, and loses none of its count', async () => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const other = await harness.openAgain(database);
      if (other.dialect !== 'sqlite') throw new Error('not SQLite');
      const meter = await startMeter(database, { deadlineMs: 50 });
      const { ticket } = admitted(await meter.admit('me'));
      await other.connection.begin();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      other.connection.commit();
      const next = admitted(await meter.admit('me'));
      expect(next.allowance.quota?.used).toBe(1);
      await meter.settle(next.ticket, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 0, holds: 0, usage: 1 });
    });

    it('has calls refused while the file cannot be written, and the operator told', async () => {
      const database = await open();
      if (database.dialect !== 'sqlite') throw new Error('not SQLite');
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const problems: unknown[] = [];
      const meter = await startMeter(database, { onProblem: (problem) => problems.push(problem) });
      const { ticket } = admitted(await meter.admit('me'));
      await database.connection.pragma('query_only = 1');
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      expect(problems).toMatchObject([{ code: 'SQLITE_READONLY' }, { code: 'SQLITE_READONLY' }]);
      await database.connection.pragma('query_only = 0');
      await meter.settle(admitted(await meter.admit('me')).ticket, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 0, holds: 0, usage: 1 });
    });
    return;
  }

  it('is not connected to again for a call that ends after the close', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'ten' });
    const meter = await startMeter(database);
    const { ticket } = admitted(await meter.admit('me'));
    await meter.close();
    await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
    await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
    const connected = async (): Promise<number> => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'facet meter'`.execute(database.db);
      return rows.length;
    };
    await expect.poll(connected).toBe(0);
    expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 0, holds: 0, usage: 0 });
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
      readonly ticket: Ticket;
    }

    /** A server behind the line with one call in flight. */
    const scene = async (): Promise<Scene> => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'ten' });
      const { url = '', dataDir } = harness.whereIs(database);
      const line = await interrupt(url);
      lines.push(line);
      const behind = await harness.openAt({ url: line.url, dataDir });
      const meter = await startMeter(behind, { deadlineMs });
      const { ticket } = admitted(await meter.admit('me'));
      return { database, accountId, line, meter, ticket };
    };

    /** Until the meter gets through again, however long the machine takes. */
    const patiently = async (meter: Meter): Promise<Ticket> => {
      for (let attempt = 0; attempt < 20; attempt += 1)
        try {
          return admitted(await meter.admit('me')).ticket;
        } catch (error) {
          expect(error).toMatchObject(OVERLOADED);
        }
      throw new Error('The meter does not recover.');
    };

    it('refuses calls while it is cut, and goes on when it is whole', async () => {
      const { database, accountId, line, meter, ticket } = await scene();
      line.cut();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      line.heal();
      const next = await patiently(meter);
      expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 1, holds: 1, usage: 0 });
      await meter.settle(next, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 0, holds: 0, usage: 1 });
    });

    it('gives back what was admitted unheard', async () => {
      const { database, accountId, line, meter, ticket } = await scene();
      line.swallowAnswers();
      await expect(meter.admit('me')).rejects.toMatchObject(OVERLOADED);
      expect(await countersOf(database, accountId)).toMatchObject({ held: 2, holds: 2 });
      line.heal();
      await meter.settle(await patiently(meter), 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 1, holds: 1, usage: 1 });
      await meter.settle(ticket, 'match_faces', '1000', true);
      expect(await countersOf(database, accountId)).toEqual({ used: 2, held: 0, holds: 0, usage: 2 });
    });

    it('takes back what was counted unheard, because the caller got no answer', async () => {
      const { database, accountId, line, meter, ticket } = await scene();
      line.swallowAnswers();
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      expect(await countersOf(database, accountId)).toMatchObject({ used: 1, usage: 1 });
      line.heal();
      await patiently(meter);
      expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 1, holds: 1, usage: 0 });
    });

    it('takes nothing back that was not counted, because this server had been taken for dead', async () => {
      const { database, accountId, line, meter, ticket } = await scene();
      await meter.settle(admitted(await meter.admit('me')).ticket, 'match_faces', '1000', true);
      const servers = await database.db.selectFrom('server').select('id').execute();
      await database.db.transaction().execute((tx) =>
        giveBackHolds(
          tx,
          database.dialect,
          servers.map(({ id }) => id),
        ),
      );
      line.swallowAnswers();
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      line.heal();
      await patiently(meter);
      expect(await countersOf(database, accountId)).toEqual({ used: 1, held: 1, holds: 1, usage: 1 });
    });

    it('takes it back at the close at the latest', async () => {
      const { database, accountId, line, meter, ticket } = await scene();
      line.swallowAnswers();
      await expect(meter.settle(ticket, 'match_faces', '1000', true)).rejects.toMatchObject(OVERLOADED);
      line.heal();
      await meter.close();
      expect(await countersOf(database, accountId)).toEqual({ used: 0, held: 0, holds: 0, usage: 0 });
    });
  });
});
