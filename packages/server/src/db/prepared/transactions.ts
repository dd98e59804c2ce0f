import type { BoundStatement, RowsOf } from './statement.js';

export type RowsOfAll<Statements extends readonly BoundStatement[]> = {
  -readonly [Index in keyof Statements]: RowsOf<Statements[Index]>;
};

/** What a transaction writes after it has read, and what it comes to. */
export interface Outcome<Result> {
  readonly writes: readonly BoundStatement[];
  readonly result: Result;
}

/** Transactions of few round trips. They fail with `overloaded` when the database does not answer. */
export interface Transactions {
  /** Reads, decides, writes. Where nothing is written, nothing waits for the disk. */
  readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => Outcome<Result>,
  ): Promise<Result>;
  /** All statements, one after the other. Tried again while there is time, so that it must be harmless to repeat. */
  writeAll(writes: readonly BoundStatement[]): Promise<Written>;
  close(): Promise<void>;
}

export interface Written {
  /** Of each statement. */
  readonly rows: readonly (readonly unknown[])[];
  /** An earlier attempt may have been done although its answer was lost. */
  readonly mayBeRepeated: boolean;
}

export interface TransactionOptions {
  /** What PostgreSQL shows its connections as. */
  readonly name: string;
  /** How long a transaction may take, waiting included. */
  readonly deadlineMs: number;
  /** Told why the database did not do what it was asked. */
  readonly onProblem: (error: unknown) => void;
}
