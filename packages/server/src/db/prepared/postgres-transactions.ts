import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Connection, type PoolClient, type QueryResult } from 'pg';
import type { PostgresDatabase } from '../database.js';
import { ServiceError } from '../../errors.js';
import type { BoundStatement, Outcome, RowsOfAll, TransactionOptions, Transactions } from './transactions.js';

const MAX_CONNECTIONS = 8;
/** Transactions that may wait for a connection; further ones are refused immediately. */
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

/** All statements of a step are sent together, in one round trip. */
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
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: half,
      // Shorter than the client's timeout, so that the outcome is known whenever possible.
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
        // Without a `begin`, PostgreSQL runs them as one transaction.
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

interface SentStatement {
  readonly name: string;
  readonly text: string;
  readonly values: (string | null)[];
}

/**
 * Several prepared statements in one round trip. The library sends one at a time, so this writes the messages of
 * PostgreSQL's extended protocol for all of them, with one sync at the end. Without a `begin` among them, they are one
 * transaction. After a failure, PostgreSQL skips the rest.
 */
class Pipeline extends pg.Query {
  constructor(
    private readonly statements: readonly SentStatement[],
    /** The statements already prepared on the connection. */
    private readonly prepared: Set<string>,
    /** Receives one result for one statement, else a list. */
    onEnd: (error: Error | null | undefined, results: unknown) => void,
  ) {
    super('', onEnd);
  }

  override submit = (connection: Connection): void => {
    connection.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!this.prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        this.prepared.add(name);
      }
      connection.bind({ statement: name, values }, true);
      connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  };
}

type Result = QueryResult<Record<string, unknown>>;

/** The statements prepared on each connection. A connection on which a statement failed is closed by its owner. */
const preparedOn = new WeakMap<PoolClient, Set<string>>();

/** Runs the statements and returns the rows of each. After a failure, the connection must not be reused. */
function runTogether(
  client: PoolClient,
  statements: readonly BoundStatement[],
): Promise<Record<string, unknown>[][]> {
  const prepared = preparedOn.get(client) ?? new Set();
  preparedOn.set(client, prepared);
  return new Promise((resolve, reject) => {
    const sent = statements.map(({ name, text, values }) => ({ name, text, values: values.map(parameter) }));
    const pipeline = new Pipeline(sent, prepared, (error, results) => {
      if (error) reject(error);
      else resolve(([results].flat() as Result[]).map(({ rows }) => rows));
    });
    client.query(pipeline);
  });
}

function parameter(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`A parameter cannot be a ${typeof value}.`);
}
