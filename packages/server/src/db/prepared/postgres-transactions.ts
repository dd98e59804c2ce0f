import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, QueryResult } from 'pg';
import type { PostgresDatabase } from '../database.js';
import { settingsOf, timed, type ConnectionUse, type PostgresConnections } from '../postgres/connections.js';
import { ServiceError } from '../../errors.js';
import type {
  BoundStatement,
  TransactionResult,
  RowsOfAll,
  TransactionOptions,
  Transactions,
} from './transactions.js';

const RETRY_PAUSE_MS = 100;

const BEGIN: BoundStatement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: BoundStatement = { name: 'commit', text: 'commit', values: [] };

/** The statements of a step are sent together: the driver does not wait for each result. */
export class PostgresTransactions implements Transactions {
  readonly #connections: PostgresConnections;
  readonly #use: ConnectionUse;
  readonly #options: TransactionOptions;
  #isClosed = false;

  constructor({ connections }: PostgresDatabase, options: TransactionOptions) {
    this.#connections = connections;
    this.#options = options;
    this.#use = {
      purpose: 'metering',
      waitMs: this.#half,
      readTimeoutMs: this.#half,
      settings: settingsOf({
        name: options.name,
        // Shorter than the driver's timeout, so that the result is known whenever possible.
        statementTimeoutMs: Math.ceil(this.#half * 0.8),
        idleInTransactionMs: this.#half,
        planning: 'by-key',
      }),
    };
  }

  async readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => TransactionResult<Result>,
  ): Promise<Result> {
    try {
      return await this.#withClient(async (client) => {
        const [, ...rows] = await this.#runAll(client, [BEGIN, ...reads]);
        const { writes, result } = decide(rows as RowsOfAll<Reads>);
        await this.#runAll(client, [...writes, COMMIT]);
        return result;
      });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async writeAll(writes: readonly BoundStatement[]): Promise<unknown[][]> {
    const deadline = performance.now() + this.#options.deadlineMs;
    for (;;)
      try {
        const rows = await this.#withClient((client) => this.#runAll(client, [BEGIN, ...writes, COMMIT]));
        return rows.slice(1, -1);
      } catch (error) {
        if (performance.now() + RETRY_PAUSE_MS >= deadline || this.#isClosed) throw this.#failure(error);
        await sleep(RETRY_PAUSE_MS);
      }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** Half of the time is for getting a connection, half for the statements. */
  get #half(): number {
    return Math.ceil(this.#options.deadlineMs / 2);
  }

  #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The meter is closed.');
    return this.#connections.run(this.#use, work);
  }

  /** Runs the statements in order and returns the rows of each. After a failure, the connection must not be reused. */
  async #runAll(
    client: PoolClient,
    statements: readonly BoundStatement[],
  ): Promise<Record<string, unknown>[][]> {
    const results = await Promise.all(
      statements.map(({ name, text, values }) => client.query(timed(this.#use, { name, text, values }))),
    );
    return results.map(({ rows }: QueryResult<Record<string, unknown>>) => rows);
  }

  #failure(cause: unknown): ServiceError {
    this.#options.onProblem(cause);
    return new ServiceError('overloaded', undefined, {}, { cause, because: 'database-unavailable' });
  }
}
