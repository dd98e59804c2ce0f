import { sql, type Compilable, type RawBuilder } from 'kysely';

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
