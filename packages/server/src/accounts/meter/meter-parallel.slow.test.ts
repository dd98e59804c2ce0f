import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import type { Meter } from './meter.js';
import { addAccount, countersOf, tally, reservationsOf } from './metered.test.fixture.js';
import { metersOfTest, type StartMeter } from './meters-of-test.test.fixture.js';

/** Without a factor in common with 30, so that each server goes round all accounts in an order of its own. */
const STEPS = [7, 11, 13];

/** Longer than the tests themselves may take: on a busy machine, hundreds of parallel calls wait for each other. */
const LONG_DEADLINES = { deadlineMs: 120_000, requestDeadlineMs: 120_000 };

const together = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

onBothDatabases('parallel calls', (open, harness) => {
  const start = metersOfTest();
  const startMeter: StartMeter = (database, options = {}) =>
    start(database, { ...LONG_DEADLINES, ...options });

  it('of one account get exactly what the quota has', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'fifty' });
    const meter = await startMeter(database);
    const responses = await together(400, () => meter.admit('me'));
    expect(tally(responses)).toEqual({ admitted: 50, quota: 350 });
    await Promise.all(
      reservationsOf(responses).map((reservation, n) =>
        meter.settle(reservation, 'match_faces', '1000', n < 30),
      ),
    );
    expect(await countersOf(database, accountId)).toEqual({ used: 30, reserved: 0, usage: 50 });
    expect(tally(await together(100, () => meter.admit('me')))).toEqual({ admitted: 20, quota: 80 });
  });

  it('of one account get exactly the burst of the rate', async () => {
    const database = await open();
    await addAccount(database, 'me', { plan: 'paced' });
    const now = Date.now();
    const meter = await startMeter(database, { clock: () => now });
    expect(tally(await together(300, () => meter.admit('me')))).toEqual({ admitted: 5, 'rate-limit': 295 });
  });

  it('are counted exactly while they begin and end in any order', async () => {
    const database = await open();
    const meter = await startMeter(database);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ who: fc.nat(2), counts: fc.boolean(), pause: fc.nat(3) }), {
          minLength: 1,
          maxLength: 60,
        }),
        async (calls) => {
          run += 1;
          const ids = [0, 1, 2].map((who) => `caller ${run}.${who}`);
          const accounts = await Promise.all(ids.map((id) => addAccount(database, id, { plan: 'ten' })));
          const counted = [0, 0, 0];
          await Promise.all(
            calls.map(async ({ who, counts, pause }) => {
              for (let n = 0; n < pause; n += 1) await new Promise((resolve) => setImmediate(resolve));
              const [reservation] = reservationsOf([await meter.admit(ids[who] ?? '')]);
              if (reservation === undefined) return;
              await meter.settle(reservation, 'match_faces', counts ? '1000' : '2003', counts);
              counted[who] = (counted[who] ?? 0) + (counts ? 1 : 0);
            }),
          );
          for (const [who, accountId] of accounts.entries()) {
            const { used, reserved } = await countersOf(database, accountId);
            expect({ used, reserved }).toEqual({ used: counted[who], reserved: 0 });
            expect(used).toBeLessThanOrEqual(10);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  // A SQLite file has one server.
  if (harness.dialect === 'sqlite') return;

  describe('on several servers', () => {
    const servers = (database: Database, count: number): Promise<Meter[]> =>
      together(count, async () => startMeter(await harness.openAgain(database)));

    it.each([2, 3])('(%i) get exactly what the quota has', async (count) => {
      const database = await open();
      const accountId = await addAccount(database, 'me', { plan: 'fifty' });
      const meters = await servers(database, count);
      const responses = await together(300, async (n) => {
        const meter = meters[n % count];
        if (meter === undefined) throw new Error('no server');
        const response = await meter.admit('me');
        for (const reservation of reservationsOf([response]))
          await meter.settle(reservation, 'match_faces', '1000', true);
        return response;
      });
      expect(tally(responses)).toEqual({ admitted: 50, quota: 250 });
      expect(await countersOf(database, accountId)).toEqual({ used: 50, reserved: 0, usage: 50 });
    });

    it('share the rate', async () => {
      const database = await open();
      await addAccount(database, 'me', { plan: 'paced' });
      const now = Date.now();
      const meters = await together(3, async () =>
        startMeter(await harness.openAgain(database), { clock: () => now }),
      );
      const responses = await Promise.all(
        meters.flatMap((meter) => Array.from({ length: 20 }, () => meter.admit('me'))),
      );
      expect(tally(responses)).toEqual({ admitted: 5, 'rate-limit': 55 });
    });

    it('never wait for each other in a circle, whatever the order of the accounts', async () => {
      const database = await open();
      const ids = Array.from({ length: 30 }, (_, n) => `caller ${n}`);
      const accounts = await Promise.all(ids.map((id) => addAccount(database, id, { plan: 'thousand' })));
      const problems: unknown[] = [];
      const meters = await together(3, async () =>
        startMeter(await harness.openAgain(database), {
          onProblem: (error) => problems.push(error),
        }),
      );
      await Promise.all(
        meters.flatMap((meter, server) =>
          Array.from({ length: 300 }, async (_, n) => {
            const id = ids[(n * (STEPS[server] ?? 1)) % ids.length] ?? '';
            const [reservation] = reservationsOf([await meter.admit(id)]);
            if (reservation === undefined) throw new Error('every call is within the quota');
            meter.noteRejection(reservation.accountId, 'match_faces', '4291');
            await meter.settle(reservation, 'match_faces', '1000', true);
          }),
        ),
      );
      await Promise.all(meters.map((meter) => meter.close()));
      expect(problems).toEqual([]);
      const { rows } = await sql<{ deadlocks: number }>`
        select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db);
      expect(rows).toEqual([{ deadlocks: 0 }]);
      for (const accountId of accounts)
        expect(await countersOf(database, accountId)).toEqual({ used: 30, reserved: 0, usage: 60 });
    });

    it('let an id that is replaced on one die on the others at once', async () => {
      const database = await open();
      await addAccount(database, 'me', { plan: 'fifty' });
      const [here, there] = await servers(database, 2);
      expect(tally([await here?.admit('me'), await there?.admit('me')].flatMap((a) => a ?? []))).toEqual({
        admitted: 2,
      });
      await database.db.updateTable('api_key').set({ lookup_hash: 'hash of another' }).execute();
      expect([await here?.admit('me'), await there?.admit('me')]).toEqual([
        { rejected: 'unknown-api-key' },
        { rejected: 'unknown-api-key' },
      ]);
    });

    it('begin a period together', async () => {
      const database = await open();
      let now = Date.parse('2026-05-31T00:00:00Z');
      const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now });
      const meters = await together(3, async () =>
        startMeter(await harness.openAgain(database), { clock: () => now }),
      );
      const callAll = (): Promise<Record<string, number>> =>
        Promise.all(meters.flatMap((meter) => Array.from({ length: 10 }, () => meter.admit('me')))).then(
          tally,
        );
      expect(await callAll()).toEqual({ admitted: 10, quota: 20 });
      now = Date.parse('2026-06-30T00:00:00Z');
      expect(await callAll()).toEqual({ admitted: 10, quota: 20 });
      expect(await countersOf(database, accountId)).toEqual({ used: 0, reserved: 10, usage: 0 });
    });
  });
});
