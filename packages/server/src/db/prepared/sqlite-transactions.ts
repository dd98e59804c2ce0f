import type { SqliteDatabase } from '../database.js';
import { cannotWrite, isBusy } from '../sqlite/sqlite-connection.js';
import { ServiceError } from '../../errors.js';
import type {
  BoundStatement,
  TransactionResult,
  RowsOfAll,
  TransactionOptions,
  Transactions,
} from './transactions.js';

/** SQLite runs statements in this thread within microseconds: a transaction is one synchronous function. */
export class SqliteTransactions implements Transactions {
  constructor(
    private readonly database: SqliteDatabase,
    private readonly options: TransactionOptions,
  ) {}

  readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => TransactionResult<Result>,
  ): Promise<Result> {
    return this.#transaction(() => {
      const { writes, result } = decide(this.#runAll(reads));
      this.#runAll(writes);
      return result;
    });
  }

  writeAll(writes: readonly BoundStatement[]): Promise<unknown[][]> {
    return this.#transaction(() => this.#runAll(writes));
  }

  async close(): Promise<void> {
    // The connection belongs to the database, and a transaction never spans two turns of the event loop.
  }

  #runAll<Statements extends readonly BoundStatement[]>(statements: Statements): RowsOfAll<Statements> {
    const { connection } = this.database;
    return statements.map(({ text, values }) => connection.prepare(text)(values)) as RowsOfAll<Statements>;
  }

  async #transaction<T>(work: () => T): Promise<T> {
    try {
      return await this.database.connection.immediate(work, this.options.deadlineMs);
    } catch (error) {
      if (!cannotWrite(error)) throw error;
      if (!isBusy(error)) this.options.onProblem(error);
      throw new ServiceError('overloaded', undefined, {}, { cause: error, because: 'database-unavailable' });
    }
  }
}
