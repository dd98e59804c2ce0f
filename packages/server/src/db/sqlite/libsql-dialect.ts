import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type CompiledQuery,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.js';

/** Kysely on one libsql connection, shared through the connection's mutex. */
export class LibsqlDialect implements Dialect {
  constructor(private readonly connection: SqliteConnection) {}

  createDriver(): Driver {
    return new LibsqlDriver(this.connection);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Longer than any healthy transaction, so that a hanging one does not block everything. */
const WAIT_MS = 15_000;

class LockedConnection implements DatabaseConnection {
  constructor(
    private readonly connection: SqliteConnection,
    readonly release: () => void,
  ) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, lastInsertRowid } = await this.connection.execute(sql, parameters);
    return {
      rows: rows as R[],
      ...(changes === undefined ? {} : { numAffectedRows: changes }),
      ...(lastInsertRowid === undefined ? {} : { insertId: lastInsertRowid }),
    };
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error('Streaming is not needed on SQLite: statements run synchronously.'));
  }
}

class LibsqlDriver implements Driver {
  constructor(private readonly connection: SqliteConnection) {}

  async init(): Promise<void> {
    // The connection is already open.
  }

  async acquireConnection(): Promise<LockedConnection> {
    return new LockedConnection(this.connection, await this.connection.mutex.acquire(WAIT_MS));
  }

  async beginTransaction(): Promise<void> {
    // Immediate: a transaction that reads first and writes later cannot wait while another process writes.
    await this.connection.begin();
  }

  commitTransaction(): Promise<void> {
    this.connection.commit();
    return Promise.resolve();
  }

  rollbackTransaction(): Promise<void> {
    this.connection.rollback();
    return Promise.resolve();
  }

  releaseConnection(connection: LockedConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.connection.close();
    return Promise.resolve();
  }
}
