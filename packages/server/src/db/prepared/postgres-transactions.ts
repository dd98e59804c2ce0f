import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import type { PostgresDatabase } from '../database.js';
import { ServiceError } from '../../errors.js';
import { runTogether } from './postgres-pipeline.js';
import type { BoundStatement } from './statement.js';
import type { Outcome, RowsOfAll, TransactionOptions, Transactions } from './transactions.js';

const MAX_CONNECTIONS = 8;
/** Transactions that wait for a connection; more are refused at once. */
const MAX_WAITING = 2000;
const RETRY_PAUSE_MS = 100;
const IDLE_MS = 60_000;

/**
 * Every look-up is by key. A plan that was made while the tables were small must not read them whole later, and one plan
 * for all calls is enough.
 */
const PLANNING =
  '-c jit=off -c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan';

const BEGIN: BoundStatement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: BoundStatement = { name: 'commit', text: 'commit', values: [] };

/** All statements of a step travel together: a step is one round trip. */
export class PostgresTransactions implements Transactions {
  readonly #pool: pg.Pool;
  readonly #options: TransactionOptions;

  constructor({ connectOptions }: PostgresDatabase, options: TransactionOptions) {
    this.#options = options;
    // Half of the time to wait for a connection, half for the statements.
    const half = Math.ceil(options.deadlineMs / 2);
    this.#pool = new pg.Pool({
      ...connectOptions,
      application_name: options.name,
      options: PLANNING,
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: half,
      // The database gives up first, so that the outcome is known whenever it can be.
      statement_timeout: Math.ceil(half * 0.8),
      query_timeout: half,
      // A server that was cut off in the middle must not keep rows locked.
      idle_in_transaction_session_timeout: half,
    });
    // A connection that breaks fails its statements or is replaced; unheard, the event would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  async readThenWrite<const Reads extends readonly BoundStatement[], Result>(
    reads: Reads,
    decide: (rows: RowsOfAll<Reads>) => Outcome<Result>,
  ): Promise<Result> {
    try {
      return await this.#withClient(async (client) => {
        const [, ...answers] = await runTogether(client, [BEGIN, ...reads]);
        const { writes, result } = decide(answers as RowsOfAll<Reads>);
        await runTogether(client, [...writes, COMMIT]);
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
        // Without a `begin` all of them are one transaction.
        return await this.#withClient((client) => runTogether(client, writes));
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
    let isSound = false;
    try {
      const result = await work(client);
      isSound = true;
      return result;
    } finally {
      // A connection in the middle of a failed transaction is closed, which undoes it.
      client.release(!isSound);
    }
  }

  #failure(cause: unknown): ServiceError {
    this.#options.onProblem(cause);
    return new ServiceError('overloaded', undefined, {}, { cause, because: 'database-away' });
  }
}
