import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { bindable } from './bindable.js';
import { Lock } from './lock.js';

/** How long another process (such as the operator's command) may keep the file locked. */
const BUSY_DEADLINE_MS = 5000;
const BUSY_RETRY_MS = 5;

export type Row = Readonly<Record<string, unknown>>;

export interface Executed {
  readonly rows: Row[];
  readonly changes?: bigint;
  readonly lastInsertRowid?: bigint;
}

/** Runs the statement and returns its rows, if any. */
export type Statement = (parameters: readonly unknown[]) => Row[];

/**
 * One connection to one file. Statements run synchronously; the lock keeps a transaction that awaits between its
 * statements from mixing with others. If another process has locked the file, it is retried without blocking the
 * thread.
 */
export class SqliteConnection {
  readonly #database: Libsql.Database;
  readonly #lock = new Lock();
  readonly #statements = new Map<string, Statement>();

  constructor(path: string) {
    this.#database = new Libsql(path);
    // Waiting inside SQLite would block every other request of the process.
    this.#database.exec('PRAGMA busy_timeout = 0');
  }

  get lock(): Lock {
    return this.#lock;
  }

  /** Runs the work in one writing transaction, alone on the connection. The work must be synchronous. */
  async immediate<T>(work: () => T, deadlineMs = BUSY_DEADLINE_MS): Promise<T> {
    const deadline = performance.now() + deadlineMs;
    const release = this.#lock.tryAcquire() ?? (await this.#lock.acquire(deadlineMs));
    try {
      return await this.#inTransaction(work, Math.max(0, deadline - performance.now()));
    } finally {
      release();
    }
  }

  /** Only while holding the lock. */
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

  /** Rewrites an unchanged value, to see whether the file is writable. */
  async touch(deadlineMs: number): Promise<void> {
    await this.immediate(() => {
      // A number that SQLite reserves for applications, and that is otherwise unused.
      const { user_version } = this.#database.prepare('PRAGMA user_version').get() as Row;
      this.#database.exec(`PRAGMA user_version = ${Number(user_version)}`);
    }, deadlineMs);
  }

  /** Runs one statement while holding the lock. */
  async execute(sql: string, parameters: readonly unknown[], writes: boolean): Promise<Executed> {
    const bound = parameters.map(bindable);
    const work = (): Executed => {
      const statement = this.#database.prepare(sql);
      if (statement.reader) return { rows: statement.all(bound) as Row[] };
      const { changes, lastInsertRowid } = statement.run(bound);
      return { rows: [], changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
    };
    const isAlone = writes && !this.#database.inTransaction;
    return isAlone ? this.#inTransaction(work, BUSY_DEADLINE_MS) : work();
  }

  /** Prepared once for each SQL text, so the text must not contain data. */
  prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      const prepared = this.#database.prepare(sql);
      statement = prepared.reader
        ? (parameters) => prepared.all(parameters.map(bindable)) as Row[]
        : (parameters) => {
            prepared.run(parameters.map(bindable));
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
   * Retries while another process keeps the file locked. Only BEGIN ever waits for a lock, and through `exec`: libsql
   * does not reset a prepared statement that met a locked file, which would block every later COMMIT.
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
