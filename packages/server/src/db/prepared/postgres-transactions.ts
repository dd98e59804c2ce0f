import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient, type QueryResult } from 'pg';
import type { PostgresDatabase } from '../database.js';
import { ServiceError } from '../../errors.js';
import type {
  BoundStatement,
  TransactionResult,
  RowsOfAll,
  TransactionOptions,
  Transactions,
} from './transactions.js';

const MAX_CONNECTIONS = 8;
/** Transactions that may wait for a connection; further ones are rejected immediately. */
const MAX_WAITING = 2000;
const RETRY_PAUSE_MS = 100;
const IDLE_MS = 60_000;

/**
 * All lookups are by key. A query plan made while the tables were small must not cause sequential scans later, and one
 * generic plan is enough.
 */
const PLANNING =
  '-c jit=off -c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan';

const BEGIN: BoundStatement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: BoundStatement = { name: 'commit', text: 'commit', values: [] };

/** The statements of a step are sent together: in pipeline mode, the driver does not wait for each result. */
export class PostgresTransactions implements Transactions {
  readonly #pool: pg.Pool;
  readonly #options: TransactionOptions;

  constructor({ connectOptions }: PostgresDatabase, options: TransactionOptions) {
    this.#options = options;
    // Half of the time for getting a connection, half for the statements.
    const half = Math.ceil(options.deadlineMs / 2);
    this.#pool = new pg.Pool({
      ...connectOptions,
      application_name: options.name,
      options: PLANNING,
      pipeline: true,
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: half,
      // Shorter than the client's timeout, so that the result is known whenever possible.
      statement_timeout: Math.ceil(half * 0.8),
      query_timeout: half,
      // A server that loses its connection must not keep rows locked.
      idle_in_transaction_session_timeout: half,
    });
    // A broken connection fails its statements or is replaced. Without a listener, the event would crash the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => TransactionResult<Result>,
  ): Promise<Result> {
    try {
      return await this.#withClient(async (client) => {
        const [, ...rows] = await runAll(client, [BEGIN, ...reads]);
        const { writes, result } = decide(rows as RowsOfAll<Reads>);
        await runAll(client, [...writes, COMMIT]);
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
        const rows = await this.#withClient((client) => runAll(client, [BEGIN, ...writes, COMMIT]));
        return rows.slice(1, -1);
      } catch (error) {
        if (performance.now() + RETRY_PAUSE_MS >= deadline || this.#pool.ending) throw this.#failure(error);
        await sleep(RETRY_PAUSE_MS);
      }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#pool.waitingCount >= MAX_WAITING)
      throw new Error('Too many transactions wait for a connection.');
    const client = await this.#pool.connect();
    let succeeded = false;
    try {
      const result = await work(client);
      succeeded = true;
      return result;
    } finally {
      // Closing the connection rolls back a failed transaction.
      client.release(!succeeded);
    }
  }

  #failure(cause: unknown): ServiceError {
    this.#options.onProblem(cause);
    return new ServiceError('overloaded', undefined, {}, { cause, because: 'database-unavailable' });
  }
}

/** Runs the statements in order and returns the rows of each. After a failure, the connection must not be reused. */
async function runAll(
  client: PoolClient,
  statements: readonly BoundStatement[],
): Promise<Record<string, unknown>[][]> {
  const results = await Promise.all(
    statements.map(({ name, text, values }) => client.query({ name, text, values })),
  );
  return results.map(({ rows }: QueryResult<Record<string, unknown>>) => rows);
}
