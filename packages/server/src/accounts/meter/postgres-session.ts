import pg, { type ClientConfig, type QueryResultRow } from 'pg';

/** The statement has failed and left nothing behind. */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed';
}

/** The connection broke while a statement was under way: it may have been done or not. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** SQLSTATEs after which the same statement is simply tried again: serialization failure, deadlock. */
const TRANSIENT = ['40001', '40P01'];
/**
 * Every look-up is by key. A plan that was made while the tables were small must not read them whole later; and one
 * plan for all batches is enough: to plan each small one anew takes longer than to do it.
 */
export const PLANNING =
  '-c jit=off -c enable_seqscan=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan';
const ENDED_POLL_LIMIT = 50;

/** The meter's own connection, on which one statement runs at a time. It is opened anew after it broke. */
export class PostgresSession {
  #client: pg.Client | undefined;
  /** The server's process of a connection that broke, until it is known to have ended. */
  #broken: number | undefined;

  constructor(
    private readonly connectOptions: ClientConfig,
    private readonly deadlineMs: number,
  ) {}

  /** Whether a connection broke since the last `open`. */
  get isOpen(): boolean {
    return this.#client !== undefined;
  }

  /** Connects, and makes sure that nothing of a broken connection is still at work. */
  async open(): Promise<void> {
    if (this.#client !== undefined) return;
    const client = new pg.Client({
      ...this.connectOptions,
      application_name: 'facet meter',
      connectionTimeoutMillis: this.deadlineMs,
      // The database gives up first, so that the outcome is known whenever it can be.
      statement_timeout: Math.ceil(this.deadlineMs * 0.8),
      query_timeout: this.deadlineMs,
      options: PLANNING,
    });
    client.on('error', () => {
      this.#drop(client);
    });
    try {
      await client.connect();
      if (this.#broken !== undefined) await endProcess(client, this.#broken);
    } catch (cause) {
      void client.end().catch(() => undefined);
      throw new StatementFailed('The database cannot be reached.', { cause });
    }
    this.#broken = undefined;
    this.#client = client;
  }

  async query<R extends QueryResultRow>(text: string, values: unknown[], name?: string): Promise<R[]> {
    const client = this.#client;
    if (client === undefined) throw new StatementFailed('There is no connection to the database.');
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { rows } = await client.query<R>(
          name === undefined ? { text, values } : { name, text, values },
        );
        return rows;
      } catch (cause) {
        const failure = cause instanceof pg.DatabaseError && cause.severity === 'ERROR' ? cause : undefined;
        if (failure === undefined) {
          this.#drop(client);
          throw new OutcomeUnknown('The connection to the database broke.', { cause });
        }
        if (attempt > 1 || !TRANSIENT.includes(failure.code ?? ''))
          throw new StatementFailed(failure.message, { cause });
      }
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#broken = processOf(client);
    // What the database still does with it does not matter here; `open` looks to that.
    void client.end().catch(() => undefined);
  }
}

/** pg knows it but does not declare it. */
function processOf(client: pg.Client): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined;
}

async function endProcess(client: pg.Client, pid: number): Promise<void> {
  for (let poll = 0; poll < ENDED_POLL_LIMIT; poll += 1) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid), pg_sleep(0.01) from pg_stat_activity
       where pid = $1 and usename = current_user and application_name = 'facet meter'`,
      [pid],
    );
    if (rowCount === 0) return;
  }
  throw new Error(`The process ${pid} of the database does not end.`);
}
