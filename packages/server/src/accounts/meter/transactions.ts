import type { BoundStatement, RowsOf } from './statement.js';

export type RowsOfAll<Statements extends readonly BoundStatement[]> = {
  -readonly [Index in keyof Statements]: RowsOf<Statements[Index]>;
};

/** What a transaction writes after it has read, and what it comes to. */
export interface Outcome<Result> {
  readonly writes: readonly BoundStatement[];
  readonly result: Result;
}

/** The two kinds of transaction that the meter needs. Both fail with `overloaded` when the database does not answer. */
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
