import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PostgresDatabase } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../testing/temporary-postgres.js';
import { addAccount, admitted, countersOf } from './metered.test.fixture.js';
import { metersOfTest } from './meters-of-test.test.fixture.js';
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

it('is left alone by whoever knows an older start of the plan', async () => {
  const now = Date.now();
  const startedAt = now - 1000;
  const accountId = await addAccount(database, 'me', { plan: 'ten', startedAt });
  const meter = await startMeter(database);
  // Before the first call there is no period yet, and none is begun for the older start.
  await turnPeriods(database.db, [{ kind: 'period-over', accountId, startedAt: startedAt - 5000, now }]);
  expect(await database.db.selectFrom('meter').selectAll().execute()).toEqual([]);
  const { ticket } = admitted(await meter.admit('me'));
  await meter.settle(ticket, 'match_faces', '1000', true);
  await turnPeriods(database.db, [{ kind: 'period-over', accountId, startedAt: startedAt - 5000, now }]);
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
  await turnPeriods(database.db, [{ kind: 'period-over', accountId, startedAt: now, now }]);
  expect(await countersOf(database, accountId)).toMatchObject({ used: 0 });
  expect(await database.db.selectFrom('past_period').select('used').execute()).toEqual([{ used: 1 }]);
});
