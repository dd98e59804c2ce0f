import Libsql from 'libsql';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from '../../work/mutex.js';

/** How long another process (such as `facet-admin`) may keep the file locked. */
const BUSY_DEADLINE_MS = 5000;
const BUSY_RETRY_MS = 5;

/** Its code differs from that of a file locked by another process only at the end. */
export class ConnectionBusy extends Error {
  override readonly name = 'ConnectionBusy';
  readonly code = 'SQLITE_BUSY_HERE';

  constructor(waitedMs: number) {
    super(`Other work kept the database for more than ${waitedMs} ms.`);
  }
}

export type Row = Readonly<Record<string, unknown>>;

interface Executed {
  readonly rows: Row[];
  readonly changes?: bigint;
  readonly lastInsertRowid?: bigint;
}

/**
 * What may run outside a transaction. Everything else, whoever wrote its text, gets a transaction: libsql does not reset
 * a writing statement that met a locked file, and every later COMMIT fails until the statement is garbage-collected.
 */
const READS_ONLY = /^\s*select\b/i;

/** Runs the statement and returns its rows, if any. */
export type Statement = (parameters: readonly unknown[]) => Row[];

/**
 * One connection to one file. Statements run synchronously; the mutex keeps a transaction that awaits between its
 * statements from mixing with others. If another process has locked the file, it is retried without blocking the
 * thread.
 */
export class SqliteConnection {
  readonly #database: Libsql.Database;
  readonly mutex = new Mutex({ rejection: (waitedMs) => new ConnectionBusy(waitedMs) });
  readonly #statements = new Map<string, Statement>();

  constructor(path: string) {
    this.#database = new Libsql(path);
    // Waiting inside SQLite would block every other request of the process.
    this.#database.exec('PRAGMA busy_timeout = 0');
  }

  /** Runs the work in one writing transaction, alone on the connection. The work must be synchronous. */
  async immediate<T>(work: () => T, deadlineMs = BUSY_DEADLINE_MS): Promise<T> {
    const deadline = performance.now() + deadlineMs;
    return this.mutex.run(
      () => this.#inTransaction(work, Math.max(0, deadline - performance.now())),
      deadlineMs,
    );
  }

  /** Only while holding the mutex. */
  async begin(deadlineMs = BUSY_DEADLINE_MS): Promise<void> {
    await this.#patiently('BEGIN IMMEDIATE', deadlineMs);
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  rollback(): void {
    // Some errors have already rolled back.
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** One setting of the connection or the file. */
  async pragma(setting: string): Promise<void> {
    await this.#patiently(`PRAGMA ${setting}`, BUSY_DEADLINE_MS);
  }

  /** Moves everything from the write-ahead log into the file; false if another connection still needs the log. */
  async emptyLog(): Promise<boolean> {
    return this.mutex.run(() => {
      const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as Row;
      return Promise.resolve(Number(busy) === 0);
    }, BUSY_DEADLINE_MS);
  }

  /** Rewrites an unchanged value, to see whether the file is writable. */
  async touch(deadlineMs: number): Promise<void> {
    await this.immediate(() => {
      // A number that SQLite reserves for applications, and that is otherwise unused.
      const { user_version } = this.#database.prepare('PRAGMA user_version').get() as Row;
      this.#database.exec(`PRAGMA user_version = ${Number(user_version)}`);
    }, deadlineMs);
  }

  /** Copies the database into a new file, which cannot be done in a transaction. */
  async copyInto(path: string): Promise<void> {
    const copy = (): Promise<void> =>
      this.#patiently(`VACUUM INTO '${path.replaceAll("'", "''")}'`, BUSY_DEADLINE_MS);
    await this.mutex.run(copy, BUSY_DEADLINE_MS);
  }

  /** Runs one statement while holding the mutex, in a transaction of its own unless one is open or it only reads. */
  async execute(sql: string, parameters: readonly unknown[]): Promise<Executed> {
    const bound = parameters.map(bindable);
    const work = (): Executed => {
      const statement = this.#database.prepare(sql);
      if (statement.reader) return { rows: statement.all(bound) as Row[] };
      const { changes, lastInsertRowid } = statement.run(bound);
      return { rows: [], changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
    };
    const needsOwn = !READS_ONLY.test(sql) && !this.#database.inTransaction;
    return needsOwn ? this.#inTransaction(work, BUSY_DEADLINE_MS) : work();
  }

  /** Only runs inside a transaction. Prepared once for each SQL text, so the text must not contain data. */
  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      const prepared = this.#database.prepare(sql);
      const returnsRows = prepared.reader;
      statement = (parameters) => {
        if (!this.#database.inTransaction) throw new Error('This statement must run inside a transaction.');
        const bound = parameters.map(bindable);
        if (returnsRows) return prepared.all(bound) as Row[];
        prepared.run(bound);
        return [];
      };
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  async #inTransaction<T>(work: () => T, deadlineMs: number): Promise<T> {
    await this.begin(deadlineMs);
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /**
   * Retries while another process keeps the file locked. Through `exec`, which leaves no statement behind that was not
   * reset.
   */
  async #patiently(sql: string, deadlineMs: number): Promise<void> {
    const deadline = performance.now() + deadlineMs;
    for (;;) {
      try {
        this.#database.exec(sql);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
      }
      await sleep(BUSY_RETRY_MS);
    }
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** The file cannot be written now: locked by another process, or the disk is full, read-only or failing. */
export function cannotWrite(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNWRITABLE.test(String(error.code));
}

const UNWRITABLE = /^SQLITE_(?:BUSY|FULL|IOERR|READONLY|CANTOPEN)/;

export type Bound = string | number | bigint | Buffer | null;

/** Values that SQLite can store. libsql crashes the process on a boolean, so every value is checked. */
export function bindable(value: unknown): Bound {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value;
  // As libsql returns them.
  if (value instanceof ArrayBuffer) return Buffer.from(value);
  throw new TypeError(`SQLite stores no ${typeof value}.`);
}
