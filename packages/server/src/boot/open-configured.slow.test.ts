import { setTimeout as sleep } from 'node:timers/promises';
import { startTemporaryPostgres, type TemporaryPostgres } from '@facet/test-support';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from './config/config.js';
import type { Database } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { openPostgres } from '../db/postgres/open-postgres.js';
import { databaseOf } from './open-configured.js';

/** Longer than an ordinary statement may take. */
const SECONDS = 17;

let server: TemporaryPostgres;
beforeAll(async () => {
  server = await startTemporaryPostgres();
});
afterAll(() => server.stop());

it('lets a migration take longer than any other statement', async () => {
  const url = server.urlOf('postgres');
  const other = openPostgres(url);
  let opening: Promise<Database> | undefined;
  try {
    await migrate(other, [{ name: '0000-nothing', apply: () => Promise.resolve() }]);
    await other.db.transaction().execute(async (tx) => {
      // The next step has to wait for this table.
      await sql`lock table migration`.execute(tx);
      opening = databaseOf(readConfig({ env: { DATABASE_URL: url }, platform: 'linux', homeDir: '/' }));
      opening.catch(() => undefined);
      for (let second = 0; second < SECONDS; second++) {
        await sleep(1000);
        await sql`select 1`.execute(tx);
      }
    });
    const database = await opening;
    expect(await database?.db.selectFrom('users').selectAll().execute()).toEqual([]);
    await database?.close();
  } finally {
    await other.close();
  }
});
