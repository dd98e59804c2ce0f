import type { Database } from './database.js';
import { openPostgres } from './postgres/open-postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';

export interface DatabaseOptions {
  /** PostgreSQL, as postgres://user:password@host:port/name. Without it: SQLite in the data folder. */
  readonly url?: string | undefined;
  readonly dataDir: string;
  /** How long PostgreSQL may work on one statement. Default: 15 seconds. */
  readonly statementTimeoutMs?: number;
}

export async function openDatabase({ url, dataDir, statementTimeoutMs }: DatabaseOptions): Promise<Database> {
  return url === undefined ? openSqlite(dataDir) : openPostgres(url, statementTimeoutMs);
}
