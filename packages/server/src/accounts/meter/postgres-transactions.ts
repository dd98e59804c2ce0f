import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import type { PostgresDatabase } from '../../db/database.js';
import { ServiceError } from '../../errors.js';
import type { TransactionOptions } from './sqlite-transactions.js';
import type { BoundStatement } from './statement.js';
import type { Outcome, RowsOfAll, Transactions, Written } from './transactions.js';

const MAX_CONNECTIONS = 8;
/** Transactions that wait for a connection; more are refused at once. */
const MAX_WAITING = 2000;
const RETRY_PAUSE_MS = 100;
const IDLE_MS = 60_000;

/**
 * Every look-up is by key. A plan that was made while the tables were small must not read them whole later, and one plan
 * for all calls is enough.
 */
const PLANNING = '-c jit=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan';

/**
 * A reservation need not survive a crash of the database: the call that it is for does not survive it either. Settling
 * waits for the disk, and everything before it is on the disk then, too.
 */
const BEGIN_READING = 'begin; set local synchronous_commit to off';

/**
 * Statements are sent without waiting for the answers of those before (pipelining), so that a transaction takes one round
 * trip to read and one to write, however many statements it has.
 */
export class PostgresTransactions implements Transactions {
  readonly #pool: pg.Pool;
  readonly #options: TransactionOptions;

  constructor({ connectOptions }: PostgresDatabase, options: TransactionOptions) {
    this.#options = options;
    // Half of the time to wait for a connection, half for the statements.
    const half = Math.ceil(options.deadlineMs / 2);
    this.#pool = new pg.Pool({
      ...connectOptions,
      application_name: 'facet meter',
      options: PLANNING,
      pipeline: true,
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: half,
      // The database gives up first, so that the outcome is known whenever it can be.
      statement_timeout: Math.ceil(half * 0.8),
      query_timeout: half,
      // A server that was cut off in the middle must not keep the account's row locked.
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
        const [, ...answers] = await sendAll(client, [BEGIN_READING, ...reads]);
        const { writes, result } = decide(answers as RowsOfAll<Reads>);
        await sendAll(client, [...writes, 'commit']);
        return result;
      });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async writeAll(writes: readonly BoundStatement[]): Promise<Written> {
    const deadline = performance.now() + this.#options.deadlineMs;
    for (let mayBeRepeated = false; ; mayBeRepeated = true)
      try {
        const answers = await this.#withClient((client) => sendAll(client, ['begin', ...writes, 'commit']));
        return { rows: answers.slice(1, -1), mayBeRepeated };
      } catch (error) {
        if (performance.now() + RETRY_PAUSE_MS >= deadline || this.#pool.ending) throw this.#failure(error);
        await sleep(RETRY_PAUSE_MS);
      }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#pool.waitingCount >= MAX_WAITING) throw new Error('Too many calls wait for the database.');
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

/** In this order on the wire; the answers are waited for together. The first failure fails them all. */
async function sendAll(
  client: PoolClient,
  statements: readonly (BoundStatement | string)[],
): Promise<unknown[][]> {
  const answers = await Promise.all(
    statements.map((each) =>
      typeof each === 'string' ? client.query(each) : client.query<Record<string, unknown>>(each),
    ),
  );
  return answers.map(({ rows }) => rows as unknown[]);
}
