import type { Kysely } from 'kysely';
import type { ClientConfig } from 'pg';
import type { SqliteConnection } from './sqlite/sqlite-connection.js';
import type { Tables } from './tables.js';

interface Opened {
  readonly db: Kysely<Tables>;
  /** Whether the database answers within a short time. Never throws. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

export interface SqliteDatabase extends Opened {
  readonly dialect: 'sqlite';
  readonly path: string;
  /** The one connection that `db` uses too: whoever works on it directly goes through its lock. */
  readonly connection: SqliteConnection;
}

export interface PostgresDatabase extends Opened {
  readonly dialect: 'postgres';
  /** For a connection of one's own, beside the pool that `db` uses. */
  readonly connectOptions: ClientConfig;
}

export type Database = SqliteDatabase | PostgresDatabase;
