import { sql, type Compilable, type RawBuilder } from 'kysely';
import { ServiceError } from '../../errors.js';
import type { SqliteDatabase } from '../database.js';
import { cannotWrite, isBusy } from '../sqlite/sqlite-connection.js';

export type RowsOfAll<Statements extends readonly BoundStatement[]> = {
  -readonly [Index in keyof Statements]: RowsOf<Statements[Index]>;
};

/** What a transaction writes after it has read, and its result. */
export interface TransactionResult<Result> {
  readonly writes: readonly BoundStatement[];
  readonly result: Result;
}

/** Transactions with few round trips. They fail with `overloaded` if the database does not respond. */
export interface Transactions {
  /** Reads, decides, writes. Without writes, nothing waits for the disk. */
  readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => TransactionResult<Result>,
  ): Promise<Result>;
  /**
   * Runs all statements in order and returns the rows of each. Retried while there is time, so it must be idempotent:
   * an attempt whose response was lost may have been committed.
   */
  writeAll(writes: readonly BoundStatement[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** The application name that PostgreSQL shows for the connections. */
  readonly name: string;
  /** Time limit of a transaction, including waiting. */
  readonly deadlineMs: number;
  /** Called with the cause if the database fails. */
  readonly onProblem: (error: unknown) => void;
}

/** A query with its values, ready to run. */
export interface BoundStatement<Row = unknown> {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** Carries only the type. */
  readonly row?: Row;
}

export type RowsOf<S> = S extends BoundStatement<infer Row> ? Row[] : never;

export type Statement<Input, Row> = (input: Input) => BoundStatement<Row>;

/** Placeholder for a value that is bound when the statement runs. */
class Parameter {
  constructor(readonly name: PropertyKey) {}
}

export type ParametersOf<Input> = <Name extends keyof Input>(name: Name) => RawBuilder<Input[Name]>;

/**
 * A Kysely query that is compiled once: building it for every call would cost more than running it. The name is that of
 * the prepared statement and must be unique for its text.
 */
export function statement<Input, Row>(
  name: string,
  build: (parameter: ParametersOf<Input>) => Compilable<Row>,
): Statement<Input, Row> {
  const { sql: text, parameters } = build((key) => sql`${new Parameter(key)}`).compile();
  return (input) => ({
    name,
    text,
    values: parameters.map((value) =>
      value instanceof Parameter ? input[value.name as keyof Input] : value,
    ),
  });
}

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
