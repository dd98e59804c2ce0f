import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { addAccount, admitted } from '../meter/metered.test.fixture.js';
import { metersOfTest } from '../meter/meters-of-test.test.fixture.js';
import { Usage } from './usage.js';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;

onBothDatabases('usage', (open, harness) => {
  const startMeter = metersOfTest();

  it('adds up calls by day, operation and outcome', async () => {
    const database = await open();
    let now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'open', startedAt: NOON });
    await addAccount(database, 'somebody else', { plan: 'open', startedAt: NOON });
    const meter = await startMeter(database, { clock: () => now });
    const call = async (id: string, operation: string, outcome: string): Promise<void> => {
      await meter.settle(admitted(await meter.admit(id)).reservation, operation, outcome, outcome === '1000');
    };
    for (let n = 0; n < 3; n += 1) await call('me', 'match_faces', '1000');
    await call('me', 'match_faces', '2003');
    await call('me', 'get_face_vec', '1000');
    await call('somebody else', 'match_faces', '1000');
    now += DAY_MS;
    await call('me', 'match_faces', '1000');
    meter.noteRejection(accountId, 'match_faces', '4291');
    meter.noteRejection(accountId, 'match_faces', '4291');
    await meter.close();
    const usage = new Usage(database.db);
    const first = [
      { day: '2026-03-10', operation: 'get_face_vec', outcome: '1000', calls: 1 },
      { day: '2026-03-10', operation: 'match_faces', outcome: '1000', calls: 3 },
      { day: '2026-03-10', operation: 'match_faces', outcome: '2003', calls: 1 },
    ];
    const second = [
      { day: '2026-03-11', operation: 'match_faces', outcome: '1000', calls: 1 },
      { day: '2026-03-11', operation: 'match_faces', outcome: '4291', calls: 2 },
    ];
    expect(await usage.usageByDay(accountId, '2026-03-10', '2026-03-11')).toEqual([...first, ...second]);
    expect(await usage.usageByDay(accountId, '2026-03-11', '2026-03-31')).toEqual(second);
    expect(await usage.usedInPeriod(accountId, NOON)).toBe(5);
    expect(await usage.usedInPeriod(accountId, NOON - 1)).toBe(0);
  });

  it('knows what was used in a period that a clock which was ahead has put aside', async () => {
    const database = await open();
    let now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: NOON });
    const meter = await startMeter(database, { clock: () => now });
    const call = async (): Promise<void> =>
      meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
    await call();
    now += 40 * DAY_MS;
    await call();
    await call();
    now = NOON;
    const usage = new Usage(database.db);
    expect(await usage.usedInPeriod(accountId, NOON)).toBe(1);
    await call();
    expect(await usage.usedInPeriod(accountId, NOON)).toBe(2);
  });

  it('tells of the newest 50 rejections, and keeps no more', async () => {
    const database = await open();
    let now = NOON;
    const accountId = await addAccount(database, 'me', { plan: 'open', startedAt: NOON });
    const other = await addAccount(database, 'other', { plan: 'open', startedAt: NOON });
    for (const calls of [30, 120, 40]) {
      const meter = await startMeter(database, { clock: () => now });
      for (let n = 0; n < calls; n += 1) {
        now += 1;
        meter.noteRejection(accountId, `operation ${now - NOON}`, '4291');
      }
      meter.noteRejection(other, 'match_faces', '9999');
      await meter.close();
    }
    const usage = new Usage(database.db);
    const rejections = await usage.recentRejections(accountId, 1000);
    expect(rejections).toHaveLength(50);
    expect(rejections[0]).toEqual({
      at: NOON + 190,
      operation: 'operation 190',
      code: '4291',
    });
    expect(rejections.map(({ at }) => at - NOON)).toEqual(Array.from({ length: 50 }, (_, n) => 190 - n));
    expect(await usage.recentRejections(accountId, 2)).toEqual(rejections.slice(0, 2));
    expect(await usage.recentRejections(other, 1000)).toHaveLength(3);
    const { count } = await database.db
      .selectFrom('rejection')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(53);
    const counted = await usage.usageByDay(accountId, '2026-03-10', '2026-03-10');
    expect(counted.reduce((sum, { calls }) => sum + calls, 0)).toBe(190);
  });

  it('writes the notes of more accounts than go at once', async () => {
    const database = await open();
    const meter = await startMeter(database);
    for (let n = 0; n < 120; n += 1) {
      const id = await addAccount(database, `caller ${n}`);
      for (let call = 0; call < 2; call += 1) meter.noteRejection(id, 'match_faces', '4291');
    }
    await meter.close();
    const rows = await database.db.selectFrom('usage_day').select('calls').execute();
    expect(rows.map(({ calls }) => calls)).toEqual(Array.from({ length: 120 }, () => 2));
  });

  it('lists calls that were admitted but did not count among the rejections, and the counted ones not', async () => {
    const database = await open();
    const accountId = await addAccount(database, 'me', { plan: 'open' });
    const meter = await startMeter(database);
    await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '2003', false);
    await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '3001', true);
    await meter.close();
    expect(await new Usage(database.db).recentRejections(accountId, 10)).toMatchObject([
      { operation: 'match_faces', code: '2003' },
    ]);
  });

  it('reads no more than the rows of one account and month after ten million calls', async () => {
    const database = await open();
    await fillWithTenMillionCalls(database);
    const { db } = database;
    const { rows, calls } = await db
      .selectFrom('usage_day')
      .select((row) => [
        row.fn.countAll<number>().as('rows'),
        sql<number>`cast(sum(calls) as bigint)`.as('calls'),
      ])
      .executeTakeFirstOrThrow();
    expect({ rows, calls }).toEqual({ rows: 109_500, calls: 10_950_000 });
    const month = await new Usage(database.db).usageByDay('account 77', '2026-02-01', '2026-02-28');
    expect(month).toHaveLength(28 * 6);
    const plan = await explain(database, 'account 77', '2026-02-01', '2026-02-28');
    if (harness.dialect === 'sqlite')
      expect(plan).toMatch(/SEARCH usage_day USING INDEX \S+ \(account_id=\? AND day>\? AND day<\?\)/);
    else {
      expect(plan).not.toContain('Seq Scan');
      // What the scan read is what the query returned: nothing was read to be thrown away.
      expect(plan).not.toContain('Rows Removed by Filter');
      expect(/Scan.*actual.*rows=(\d+)/.exec(plan)?.[1]).toBe(String(28 * 6));
    }
  });
});

/** A year of 50 accounts with 3 operations and 2 outcomes a day, 100 calls each. */
async function fillWithTenMillionCalls(database: Database): Promise<void> {
  const { db } = database;
  const series = (name: string, from: number, to: number): string =>
    `${name}(n) as (select ${from} union all select n + 1 from ${name} where n < ${to})`;
  const dayAfter =
    database.dialect === 'sqlite'
      ? `date('2026-01-01', '+' || days.n || ' days')`
      : `to_char(date '2026-01-01' + days.n, 'YYYY-MM-DD')`;
  // One account at a time: a statement has a deadline, and the machine may be busy.
  for (let account = 51; account <= 100; account += 1) {
    const id = `account ${account}`;
    await db.insertInto('account').values({ id, label: id, role: 'user', created_at: 0 }).execute();
    await sql
      .raw(
        `insert into usage_day (account_id, day, operation, outcome, calls)
         with recursive ${series('days', 0, 364)}, ${series('kinds', 0, 5)}
         select '${id}', ${dayAfter}, 'operation ' || (kinds.n / 2),
                case kinds.n % 2 when 0 then '1000' else '3001' end, 100
         from days, kinds`,
      )
      .execute(db);
  }
  await sql.raw('analyze').execute(db);
}

async function explain(database: Database, accountId: string, from: string, to: string): Promise<string> {
  const how =
    database.dialect === 'sqlite' ? 'explain query plan' : 'explain (analyze, costs off, timing off)';
  const { rows } = await sql<Record<string, unknown>>`
    ${sql.raw(how)} select day, operation, outcome, calls from usage_day
    where account_id = ${accountId} and day >= ${from} and day <= ${to}
    order by day, operation, outcome`.execute(database.db);
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}
