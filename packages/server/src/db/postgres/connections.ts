import pg, { type ClientConfig, type PoolClient, type QueryConfig } from 'pg';
import { resolvesWithin } from '../../work/deadline.js';
import { Semaphore } from '../../work/mutex.js';
import { faultOfAll } from '../database-outage.js';

/** All connections of a server to its database are those of the pool, and one more while an index is built. */
const MAX_POOLED = 11;
/** Neither the meter nor everything else may have more of them at a time: both always find some. */
const MAX_METERING = 8;
const MAX_OTHER = 8;
/** Of the other ones: searches keep PostgreSQL's processors busy. */
const MAX_SEARCHING = 4;
/** Beyond that, who needs a connection is rejected immediately. */
const MAX_WAITING = 2000;
const CONNECT_TIMEOUT_MS = 5000;
/** A little longer than PostgreSQL's own time limit, so that the result is known whenever possible. */
const READ_SLACK_MS = 1000;
/** The share of a statement's time that a search may take: with 15 s, a few seconds. */
const SEARCH_TIME = 1 / 3;
/** A new connection has to prepare its statements again. */
const IDLE_MS = 60_000;

type Purpose = 'metering' | 'searching' | 'other';

/** What a connection is used for. */
export interface ConnectionUse {
  readonly purpose: Purpose;
  /** See `settingsOf`. */
  readonly settings: string;
  /** After so long without a response, nobody waits for it any more. */
  readonly readTimeoutMs: number;
  readonly waitMs: number;
}

interface SessionSettings {
  /** The application name that PostgreSQL shows. */
  readonly name: string;
  /** How long PostgreSQL may work on one statement. */
  readonly statementTimeoutMs: number;
  /** After so long, a transaction of which nothing is heard ends: it must not keep rows locked. */
  readonly idleInTransactionMs: number;
  readonly planning: keyof typeof PLANNING;
}

/**
 * `by-key`: for statements that look up by key alone. A plan made while the tables were small must not cause sequential
 * scans later, and one generic plan is enough.
 */
const PLANNING = {
  'by-key': 'set enable_seqscan = off; set enable_bitmapscan = off; set plan_cache_mode = force_generic_plan',
  'by-cost': 'set enable_seqscan = on; set enable_bitmapscan = on; set plan_cache_mode = auto',
};

/**
 * Statements that prepare a session. Every use sets the same settings, so that none is left of another. Compiling (`jit`)
 * would take longer than any query runs; several processes for one search would take those of other callers.
 */
export const settingsOf = (session: SessionSettings): string =>
  `set application_name = '${session.name}';
   set statement_timeout = ${session.statementTimeoutMs};
   set idle_in_transaction_session_timeout = ${session.idleInTransactionMs};
   set jit = off;
   set max_parallel_workers_per_gather = 0;
   ${PLANNING[session.planning]}`;

/** One pool for everything that a server does in its database. */
export class PostgresConnections {
  /** For single searches. */
  readonly searching: ConnectionUse;
  /** For all that is not measured out. */
  readonly other: ConnectionUse;
  readonly #config: ClientConfig;
  readonly #pool: pg.Pool;
  readonly #places: Readonly<Record<Purpose, readonly Semaphore[]>>;
  /** How each connection is set. */
  readonly #settings = new WeakMap<PoolClient, string>();
  /** In which period between two faults of the database each connection was opened. */
  readonly #openedIn = new WeakMap<PoolClient, number>();
  #period = 0;
  /** When the database last responded, on any connection. */
  #heardAt = 0;

  constructor(config: ClientConfig, session: SessionSettings) {
    const { statementTimeoutMs } = session;
    const searchTimeoutMs = Math.ceil(SEARCH_TIME * statementTimeoutMs);
    this.other = {
      purpose: 'other',
      settings: settingsOf(session),
      readTimeoutMs: statementTimeoutMs + READ_SLACK_MS,
      waitMs: CONNECT_TIMEOUT_MS,
    };
    this.searching = {
      ...this.other,
      purpose: 'searching',
      settings: settingsOf({ ...session, statementTimeoutMs: searchTimeoutMs }),
      readTimeoutMs: searchTimeoutMs + READ_SLACK_MS,
    };
    this.#config = {
      ...config,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: this.other.readTimeoutMs,
    };
    // In pipeline mode the driver sends a statement without waiting for the result of the one before.
    this.#pool = new pg.Pool({
      ...this.#config,
      pipeline: true,
      max: MAX_POOLED,
      idleTimeoutMillis: IDLE_MS,
    });
    // A broken connection fails its query or is replaced. Without a listener, the event would crash the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#openedIn.set(client, this.#period);
      this.#watch(client);
    });
    const places = (count: number): Semaphore =>
      new Semaphore(count, { maxWaiting: MAX_WAITING, rejection: noConnection });
    const other = places(MAX_OTHER);
    this.#places = {
      metering: [places(MAX_METERING)],
      searching: [places(MAX_SEARCHING), other],
      other: [other],
    };
  }

  /** A connection for this use, which the caller has to release. */
  async connect({ purpose, settings, waitMs }: ConnectionUse): Promise<PoolClient> {
    const deadline = performance.now() + waitMs;
    const places: (() => void)[] = [];
    const leave = (): void => {
      for (const release of places) release();
    };
    try {
      for (const semaphore of this.#places[purpose])
        places.push(semaphore.tryAcquire() ?? (await semaphore.acquire(deadline - performance.now())));
      const client = await this.#pooled(deadline);
      const release = client.release.bind(client);
      client.release = (destroy) => {
        release(destroy === true || destroy instanceof Error || this.#isOld(client));
        leave();
      };
      this.#prepare(client, settings);
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Runs the work on a connection. If it fails, the connection is closed, which rolls back its transaction. */
  async run<T>(use: ConnectionUse, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect(use);
    let succeeded = false;
    try {
      const result = await work(client);
      succeeded = true;
      return result;
    } finally {
      client.release(!succeeded);
    }
  }

  /** A connection beside the pool that is not open yet, for work that takes hours: at most one of a server. */
  separate(config: ClientConfig): pg.Client {
    const client = new pg.Client({ ...this.#config, ...config });
    client.on('error', () => undefined);
    return client;
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  async #pooled(deadline: number): Promise<PoolClient> {
    for (;;) {
      const client = await this.#nextOfPool(deadline);
      if (!this.#isOld(client)) return client;
      client.release(true);
    }
  }

  async #nextOfPool(deadline: number): Promise<PoolClient> {
    const isThere = this.#pool.idleCount > this.#pool.waitingCount;
    const connecting = this.#pool.connect();
    if (isThere || (await resolvesWithin(connecting, Math.max(0, deadline - performance.now()))))
      return connecting;
    // It may still come.
    connecting.then(
      (client) => {
        client.release();
      },
      () => undefined,
    );
    throw noConnection();
  }

  /** Whether it was opened before the last fault, which may have been that of all connections. */
  #isOld(client: PoolClient): boolean {
    return this.#openedIn.get(client) !== this.#period;
  }

  /**
   * After a response that did not come while no other connection had one either, or that came from a database that cannot
   * be written, this connection and all others are replaced: they may lead to a server that is gone, or to one that others
   * do not use any more. One slow statement says nothing of the others.
   */
  #watch(client: PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const note = (error: unknown, sentAt: number): void => {
      const fault = faultOfAll(error);
      const isOfAll = fault === 'read-only' || (fault === 'silent' && this.#heardAt < sentAt);
      if (isOfAll && !this.#isOld(client)) this.#period++;
    };
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const sentAt = performance.now();
        const result = query(...args);
        if (result instanceof Promise)
          result.then(
            () => {
              this.#heardAt = performance.now();
            },
            (error: unknown) => {
              note(error, sentAt);
            },
          );
        return result;
      },
    });
  }

  #prepare(client: PoolClient, settings: string): void {
    if (this.#settings.get(client) === settings) return;
    this.#settings.set(client, settings);
    // Not awaited: what follows is sent behind it, and fails as well if the connection is broken.
    client.query(settings).catch(() => this.#settings.delete(client));
  }
}

/** A query with the time limit of its use. The driver supports it for each query; its types do not know it. */
export const timed = (
  { readTimeoutMs }: ConnectionUse,
  query: QueryConfig<unknown[]>,
): QueryConfig<unknown[]> => Object.assign(query, { query_timeout: readTimeoutMs });

/** With PostgreSQL's own code for too many connections. */
const noConnection = (): Error =>
  Object.assign(new Error('No connection to the database was free in time.'), { code: '53300' });
