import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { bindable } from './bindable.js';
import { Lock } from './lock.js';

/** How long another process (the operator's command beside the server) may keep the file locked. */
const BUSY_DEADLINE_MS = 5000;
const BUSY_RETRY_MS = 5;

export type Row = Readonly<Record<string, unknown>>;

export interface Executed {
  readonly rows: Row[];
  readonly changes?: bigint;
  readonly lastInsertRowid?: bigint;
}

/** Runs the statement; without rows for one that returns none. */
export type Statement = (parameters: readonly unknown[]) => Row[];

/**
 * One connection to one file. Statements run synchronously; the lock keeps a transaction that waits between its
 * statements from mixing with others. A file locked by another process is tried again without blocking the thread.
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

  /** The work in one transaction that writes, alone on the connection. The work must not wait. */
  async immediate<T>(work: () => T, deadlineMs = BUSY_DEADLINE_MS): Promise<T> {
    const deadline = performance.now() + deadlineMs;
    const release = this.#lock.tryAcquire() ?? (await this.#lock.acquire(deadlineMs));
    try {
      return await this.#inTransaction(work, Math.max(0, deadline - performance.now()));
    } finally {
      release();
    }
  }

  /** For whoever holds the lock. */
  async begin(deadlineMs = BUSY_DEADLINE_MS): Promise<void> {
    await this.#patiently('BEGIN IMMEDIATE', deadlineMs);
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  rollback(): void {
    // Some errors have rolled back already.
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
  }

  /** One setting of the connection or the file. */
  async pragma(setting: string): Promise<void> {
    await this.#patiently(`PRAGMA ${setting}`, BUSY_DEADLINE_MS);
  }

  /** Writes what stands in the file already, to see whether it can be written. */
  async touch(deadlineMs: number): Promise<void> {
    await this.immediate(() => {
      // A number that SQLite keeps for its users, and we use for nothing else.
      const { user_version } = this.#database.prepare('PRAGMA user_version').get() as Row;
      this.#database.exec(`PRAGMA user_version = ${Number(user_version)}`);
    }, deadlineMs);
  }

  /** One statement of whoever holds the lock. */
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

  /** Prepared once for each text, so texts must come from the code and not from data. */
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
   * Again and again while another process keeps the file locked. Only BEGIN ever waits for a lock, and by `exec`:
   * libsql does not reset a prepared statement that met a locked file, and it would block every later COMMIT.
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
