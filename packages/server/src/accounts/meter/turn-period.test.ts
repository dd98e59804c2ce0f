import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PostgresDatabase } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../testing/temporary-postgres.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
import type { PeriodOver } from './postgres-admit.js';
import { turnInParts } from './turn-in-parts.js';
import { turnPeriods } from './turn-period.js';

// On SQLite a period is turned inside the one transaction in which the call is admitted.
let server: TemporaryPostgres;
let database: PostgresDatabase;
beforeAll(async () => {
  server = await startTemporaryPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = openPostgres(await server.createDatabase());
  await migrate(database);
});
afterEach(() => database.close());

const startMeter = metersOfTest();
const LOCK_WAIT_MS = 5000;

it('is left alone by whoever knows an older start of the plan', async () => {
  const now = Date.now();
  const startedAt = now - 1000;
  const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt });
  const meter = await startMeter(database);
  // Before the first call there is no period yet, and none is begun for the older start.
  await turnPeriods(
    database.db,
    [{ kind: 'period-over', accountId, startedAt: startedAt - 5000, now }],
    LOCK_WAIT_MS,
  );
  expect(await database.db.selectFrom('meter').selectAll().execute()).toEqual([]);
  const { ticket } = admitted(await meter.admit('me'));
  await meter.settle(ticket, 'match_faces', '1000', true);
  await turnPeriods(
    database.db,
    [{ kind: 'period-over', accountId, startedAt: startedAt - 5000, now }],
    LOCK_WAIT_MS,
  );
  expect(await countersOf(database, accountId)).toMatchObject({ used: 1 });
  expect(await database.db.selectFrom('past_period').selectAll().execute()).toEqual([]);
});

it('is done for the start that the plan has', async () => {
  const now = Date.now();
  const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt: now - 5000 });
  const meter = await startMeter(database);
  const { ticket } = admitted(await meter.admit('me'));
  await meter.settle(ticket, 'match_faces', '1000', true);
  await database.db.updateTable('subscription').set({ started_at: now }).execute();
  await turnPeriods(database.db, [{ kind: 'period-over', accountId, startedAt: now, now }], LOCK_WAIT_MS);
  expect(await countersOf(database, accountId)).toMatchObject({ used: 0 });
  expect(await database.db.selectFrom('past_period').select('used').execute()).toEqual([{ used: 1 }]);
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** An account with a period that ended, and in which it has called so often. */
async function addOver(name: string, used: number, now: number): Promise<PeriodOver> {
  const startedAt = now - 40 * DAY_MS;
  const accountId = await addAccount(database, name, { plan: 'ten', startedAt });
  const period = { period_start: startedAt, period_end: now - 10 * DAY_MS };
  await database.db
    .insertInto('meter')
    .values({ account_id: accountId, anchor: startedAt, ...period, used, held: 0, tat: 0 })
    .execute();
  return { kind: 'period-over', accountId, startedAt, now };
}

const usedNow = async (): Promise<Record<string, number>> => {
  const rows = await database.db.selectFrom('meter').select(['account_id', 'used']).execute();
  return Object.fromEntries(rows.map((row) => [row.account_id, row.used]));
};

it('is done for each account of a batch by what that account needs', async () => {
  const now = Date.now();
  const startedAt = now - DAY_MS;
  const fresh = await addAccount(database, 'new', { plan: 'ten', startedAt });
  const over = await addOver('over', 3, now);
  const current = await addAccount(database, 'current', { plan: 'ten', startedAt });
  const restarted = await addAccount(database, 'restarted', { plan: 'ten', startedAt });
  const meter = await startMeter(database);
  for (const id of ['current', 'restarted'])
    await meter.settle(admitted(await meter.admit(id)).ticket, 'match_faces', '1000', true);
  await database.db
    .updateTable('subscription')
    .set({ started_at: now })
    .where('account_id', '=', restarted)
    .execute();
  const batch: PeriodOver[] = [
    { kind: 'period-over', accountId: fresh, startedAt, now },
    over,
    { kind: 'period-over', accountId: current, startedAt, now },
    { kind: 'period-over', accountId: restarted, startedAt: now, now },
    { kind: 'period-over', accountId: 'deleted', startedAt, now },
  ];
  await turnPeriods(database.db, batch, LOCK_WAIT_MS);
  expect(await usedNow()).toEqual({ [fresh]: 0, [over.accountId]: 0, [current]: 1, [restarted]: 0 });
  const past = await database.db
    .selectFrom('past_period')
    .select(['account_id', 'used'])
    .orderBy('used', 'desc')
    .execute();
  expect(past).toEqual([
    { account_id: over.accountId, used: 3 },
    { account_id: restarted, used: 1 },
  ]);
});

it('is done for all accounts but the one that somebody has locked', async () => {
  const now = Date.now();
  const late: { over: PeriodOver }[] = [];
  for (let n = 0; n < 20; n += 1) late.push({ over: await addOver(`account-${n}`, 1, now) });
  const locked = late[7]?.over.accountId ?? '';
  const turned: string[] = [];
  const failed: string[] = [];
  const namesOf = (items: typeof late): string[] => items.map(({ over }) => over.accountId);
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('meter').select('account_id').where('account_id', '=', locked).forUpdate().execute();
    await turnInParts(database.db, {
      late,
      deadlineMs: 6000,
      turned: (items) => turned.push(...namesOf([...items])),
      failed: (items) => failed.push(...namesOf([...items])),
    });
  });
  expect(failed).toEqual([locked]);
  expect(turned.sort()).toEqual(
    namesOf(late)
      .filter((name) => name !== locked)
      .sort(),
  );
  expect(Object.entries(await usedNow()).filter(([, used]) => used > 0)).toEqual([[locked, 1]]);
});
