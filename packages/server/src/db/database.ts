import type { Kysely } from 'kysely';
import type { PostgresConnections } from './postgres/connections.js';
import type { Row, SqliteConnection } from './sqlite/sqlite-connection.js';
import type { Tables } from './tables.js';

interface Opened {
  readonly db: Kysely<Tables>;
  /** Whether the database responds within a short time. Never throws. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

/** A connection in one transaction that only reads. */
export interface SqliteReader {
  readonly read: (sql: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

export interface SqliteDatabase extends Opened {
  readonly dialect: 'sqlite';
  readonly path: string;
  /** The one connection that writes, which `db` uses, too: direct use must hold its mutex. */
  readonly connection: SqliteConnection;
  /** Another connection, to read the database as it is now while it is written; the caller closes it. */
  openReader(): Promise<SqliteReader>;
  /**
   * Empties the write-ahead log, which holds what has been deleted; false while somebody reads the database as it was. With
   * `evenIfRead`, the readers of this process end.
   */
  emptyLog(evenIfRead: boolean): Promise<boolean>;
}

export interface PostgresDatabase extends Opened {
  readonly dialect: 'postgres';
  /** All connections, which `db` uses, too. */
  readonly connections: PostgresConnections;
}

export type Database = SqliteDatabase | PostgresDatabase;
