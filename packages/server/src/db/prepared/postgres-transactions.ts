import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient, type QueryResult } from 'pg';
import type { PostgresDatabase } from '../database.js';
import { ServiceError } from '../../errors.js';
import type { BoundStatement } from './statement.js';
import type { Outcome, RowsOfAll, TransactionOptions, Transactions, Written } from './transactions.js';

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

/**
 * All statements of a step travel in one message, as calls of prepared statements: a step is one round trip, and costs
 * both sides much less than a message for each statement.
 */
export class PostgresTransactions implements Transactions {
  readonly #pool: pg.Pool;
  readonly #options: TransactionOptions;
  /** The names that each connection knows. */
  readonly #prepared = new WeakMap<PoolClient, Set<string>>();

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
        const [, ...answers] = await this.#send(client, ['begin', ...reads]);
        const { writes, result } = decide(answers as RowsOfAll<Reads>);
        await this.#send(client, [...writes, 'commit']);
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
        // Several statements in one message are one transaction.
        return { rows: await this.#withClient((client) => this.#send(client, writes)), mayBeRepeated };
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

  /** The rows of each statement. */
  async #send(
    client: PoolClient,
    statements: readonly (BoundStatement | 'begin' | 'commit')[],
  ): Promise<unknown[][]> {
    const known = this.#prepared.get(client) ?? new Set();
    this.#prepared.set(client, known);
    const missing = statements.filter((each) => typeof each !== 'string' && !known.has(each.name));
    const preparing = missing.map((each) =>
      typeof each === 'string' ? each : `prepare ${each.name} as ${each.text}`,
    );
    const calling = statements.map((each) => (typeof each === 'string' ? each : callOf(each)));
    const results: unknown = await client.query([...preparing, ...calling].join('; '));
    for (const each of missing) if (typeof each !== 'string') known.add(each.name);
    const all = (Array.isArray(results) ? results : [results]) as QueryResult<Record<string, unknown>>[];
    return all.slice(preparing.length).map(({ rows }) => rows);
  }

  #failure(cause: unknown): ServiceError {
    this.#options.onProblem(cause);
    return new ServiceError('overloaded', undefined, {}, { cause, because: 'database-away' });
  }
}

const callOf = ({ name, values }: BoundStatement): string =>
  `execute ${name}(${values.map(literal).join(', ')})`;

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new TypeError(`PostgreSQL is given no ${typeof value}.`);
}
