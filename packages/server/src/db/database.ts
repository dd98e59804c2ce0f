import type { Kysely } from 'kysely';
import type { PostgresConnections } from './postgres/connections.js';
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
  /** The one connection that writes, which `db` uses, too: direct use must hold its mutex. */
  readonly connection: SqliteConnection;
}

export interface PostgresDatabase extends Opened {
  readonly dialect: 'postgres';
  /** All connections, which `db` uses, too. */
  readonly connections: PostgresConnections;
}

export type Database = SqliteDatabase | PostgresDatabase;
