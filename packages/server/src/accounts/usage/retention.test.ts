import { expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { onBothDatabases } from '../../db/databases.test.fixture.js';
import { recordChange } from '../audit-log.js';
import { addAccount, admitted } from '../meter/metered.test.fixture.js';
import { metersOfTest } from '../meter/meters-of-test.test.fixture.js';
import { dayOf } from '../plans/periods.js';
import { Retention } from './retention.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2030-06-15T12:00:00Z');
const daysAgo = (days: number): number => NOW - days * DAY_MS;

const retentionOf = (database: Database): Retention =>
  new Retention({ database, usageDays: 1100, auditDays: 400, now: () => NOW });

/** More than one step deletes at once. */
const MANY = 700;

async function addUsage({ db }: Database, accountId: string, days: readonly number[]): Promise<void> {
  await db
    .insertInto('usage_day')
    .values(
      days.map((ago) => ({
        account_id: accountId,
        day: dayOf(daysAgo(ago)),
        operation: 'match_faces',
        outcome: '1000',
        calls: 1,
      })),
    )
    .execute();
}

async function addPeriod({ db }: Database, accountId: string, endedDaysAgo: number): Promise<void> {
  const period_end = daysAgo(endedDaysAgo);
  await db
    .insertInto('period_usage')
    .values({ account_id: accountId, period_start: period_end - 30 * DAY_MS, period_end, used: 1 })
    .execute();
}

onBothDatabases('the retention', (open, harness) => {
  const startMeter = metersOfTest();

  it('deletes old usage and audit entries, by several servers at once, while calls are counted', async () => {
    const database = await open();
    const { db } = database;
    const accountId = await addAccount(database, 'me', { startedAt: daysAgo(5) });
    await addUsage(
      database,
      accountId,
      Array.from({ length: MANY }, (_, n) => 1101 + n),
    );
    await addUsage(database, accountId, [0, 1, 1099, 1100]);
    for (const ended of [1131, 1101, 1099, -10]) await addPeriod(database, accountId, ended);
    for (let n = 0; n < MANY; n += 1)
      await recordChange(
        db,
        { actor: 'ada', action: 'account-suspended', accountId, detail: '' },
        daysAgo(401 + n),
      );
    const kept = { actor: 'ada', action: 'account-resumed', accountId, detail: '' } as const;
    for (const ago of [399, 0]) await recordChange(db, kept, daysAgo(ago));

    const meter = await startMeter(database, { clock: () => NOW });
    const servers = [database, await harness.openAgain(database), await harness.openAgain(database)];
    const sweeping = Promise.all(servers.map((server) => retentionOf(server).sweep()));
    for (let n = 0; n < 20; n += 1)
      await meter.settle(admitted(await meter.admit('me')).reservation, 'get_face_vec', '1000', true);
    await sweeping;
    // Rows that one server was deleting are left out by the others, and gone when all have ended.
    const days = await db
      .selectFrom('usage_day')
      .select('day')
      .where('operation', '=', 'match_faces')
      .orderBy('day')
      .execute();
    expect(days.map(({ day }) => day)).toEqual([1100, 1099, 1, 0].map((ago) => dayOf(daysAgo(ago))));
    const periods = await db
      .selectFrom('period_usage')
      .select('period_end')
      .where('period_end', '<', daysAgo(1000))
      .execute();
    expect(periods).toEqual([{ period_end: daysAgo(1099) }]);
    const audit = await db.selectFrom('audit').select('at').orderBy('at').execute();
    expect(audit.map(({ at }) => at)).toEqual([daysAgo(399), daysAgo(0)]);
    const counted = await db
      .selectFrom('usage_day')
      .select('calls')
      .where('operation', '=', 'get_face_vec')
      .execute();
    expect(counted).toEqual([{ calls: 20 }]);
  });

  it('deletes a deleted account with its last usage and the hash of its address, and no others', async () => {
    const database = await open();
    const { db } = database;
    const add = async (
      name: string,
      deletedAt: number | null,
      email_hash: string | null,
    ): Promise<string> => {
      const id = await addAccount(database, name);
      await db
        .updateTable('account')
        .set({ deleted_at: deletedAt, email_hash })
        .where('id', '=', id)
        .execute();
      return id;
    };
    const gone = await add('gone', daysAgo(1101), null);
    await addUsage(database, gone, [1200]);
    await addPeriod(database, gone, 1101);
    const withUsage = await add('used until lately', daysAgo(1101), null);
    await addUsage(database, withUsage, [1100]);
    await add('suspended', daysAgo(1101), 'hash');
    const recognised = await add('suspended lately', daysAgo(1099), 'another hash');
    for (const hash of ['hash', 'another hash'])
      await db
        .updateTable('account')
        .set({ suspended_at: daysAgo(1102) })
        .where('email_hash', '=', hash)
        .execute();
    const deletedLately = await add('deleted lately', daysAgo(1099), null);
    const live = await add('live', null, 'hash of live');
    await retentionOf(database).sweep();
    const left = await db.selectFrom('account').select('id').execute();
    expect(left.map(({ id }) => id).sort()).toEqual([withUsage, recognised, deletedLately, live].sort());
  });
});
