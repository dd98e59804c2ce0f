import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { interrupt, type InterruptedPostgres } from './interrupted-postgres.test.fixture.js';
import { startTemporaryPostgres, type TemporaryPostgres } from '@facet/test-support';
import type { Database } from '../database.js';
import { migrate } from '../migrate.js';
import { openPostgres } from './open-postgres.js';

let server: TemporaryPostgres;
let line: InterruptedPostgres;
let database: Database;
beforeAll(async () => {
  server = await startTemporaryPostgres();
  const opened = openPostgres(server.urlOf('postgres'));
  await migrate(opened);
  await opened.close();
});
afterAll(() => server.stop());
beforeEach(async () => {
  line = await interrupt(server.urlOf('postgres'));
  database = openPostgres(line.url);
});
afterEach(async () => {
  await database.close();
  await line.stop();
});

it('gives counts and moments as numbers', async () => {
  const { rows } = await sql`select 1794720227216::int8 as at, count(*) as rows`.execute(database.db);
  expect(rows).toEqual([{ at: 1_794_720_227_216, rows: 1 }]);
});

it('survives a line that breaks in the middle of a transaction', async () => {
  const broken = database.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    line.cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sql`select 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow();
  expect(await database.isAlive()).toBe(false);
  line.heal();
  expect(await database.isAlive()).toBe(true);
});

it('knows that a database which hears but does not respond is not alive', async () => {
  line.swallowResponses();
  expect(await database.isAlive()).toBe(false);
});
