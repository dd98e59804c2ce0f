import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ConfigError, type Config } from '../../boot/config/config.js';
import { openDatabase } from '../../db/open-database.js';
import { SQLITE_FILE } from '../../db/sqlite/open-sqlite.js';

const ADVICE = 'start the service once, or run "facet-admin init" to make a new database there';

/**
 * Throws if the settings name no existing database. Opening would create an empty one, and a mistyped folder would look
 * like a service without accounts.
 */
export async function requireExistingDatabase(config: Config): Promise<void> {
  if (config.DATABASE_URL === undefined) return requireFile(config.FACET_DATA_DIR);
  return requireTables(config.DATABASE_URL, config.FACET_DATA_DIR);
}

async function requireFile(dataDir: string): Promise<void> {
  const path = join(dataDir, SQLITE_FILE);
  try {
    await access(path);
  } catch (cause) {
    throw new ConfigError(
      `FACET_DATA_DIR must be the data folder of the service, but there is no database ${path}. Name the right folder, or ${ADVICE}.`,
      { cause },
    );
  }
}

async function requireTables(url: string, dataDir: string): Promise<void> {
  const hasTables = await migrationTableExists(url, dataDir).catch(() => undefined);
  // An unreachable database is reported when it is opened.
  if (hasTables === false)
    throw new ConfigError(
      `DATABASE_URL must be the database of the service, but this one has none of its tables. Name the right one, or ${ADVICE}.`,
    );
}

async function migrationTableExists(url: string, dataDir: string): Promise<boolean> {
  const database = await openDatabase({ url, dataDir });
  try {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('migration') is not null as found`.execute(database.db);
    return rows[0]?.found === true;
  } finally {
    await database.close();
  }
}
