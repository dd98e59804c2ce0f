import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { SqliteConnection } from './sqlite/sqlite-connection.js';
import type { Tables } from './tables.js';

interface Opened {
  readonly db: Kysely<Tables>;
  /** Whether the database responds within a short time. Never throws. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

export interface SqliteDatabase extends Opened {
  readonly dialect: 'sqlite';
  readonly path: string;
  /** The only connection, which `db` uses, too: direct use must hold its mutex. */
  readonly connection: SqliteConnection;
}

export interface PostgresDatabase extends Opened {
  readonly dialect: 'postgres';
  /** For a separate connection, besides the pool of `db`. */
  readonly connectOptions: ClientConfig;
}

export type Database = SqliteDatabase | PostgresDatabase;
