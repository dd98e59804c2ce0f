import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { deleteInSteps } from '../../db/delete-in-steps.js';
import type { RequestLogTable, Tables } from '../../db/tables.js';
import type { EndedRequest } from '../../http/plugins/observability.js';
import { ExpiringMap } from '../../work/expiring-map.js';
import { RepeatedWork } from '../../work/repeated-work.js';
import { DAY_MS } from '../plans/periods.js';

/** What an account can look up of its requests, within the days that the operator sets. */
export const KEPT_REQUESTS = 1000;
/** Requests of one account between two writes; the newest win. */
const MAX_PER_ACCOUNT = 200;
/** Requests of all accounts between two writes; further ones are not logged. */
const MAX_WAITING = 1000;
/** Rows per statement, which on SQLite runs in the main thread. */
const ROWS_AT_ONCE = 50;
/** After how many rows of an account its oldest are removed. */
const TRIM_EVERY = 100;
const MAX_COUNTED_ACCOUNTS = 10_000;

const WRITE_EVERY_MS = 1000;
/** One request of an account. Contains nothing of the request or response, and of the API key only its name. */
export interface LoggedRequest {
  /** When it arrived. */
  readonly at: number;
  readonly operation: string;
  readonly status: number;
  /** The code on the wire; empty if the client disconnected before the response. */
  readonly code: string;
  readonly ms: number;
  readonly requestId: string;
  /** The name of the API key; null: not known, because the key was revoked at the same time. */
  readonly keyName: string | null;
}

interface RequestLogOptions {
  readonly database: Pick<Database, 'db' | 'dialect'>;
  /** 0: nothing is logged, and what was logged before is removed. */
  readonly keptDays: number;
  readonly now?: () => number;
  /** Called with write failures, which are retried. */
  readonly onProblem: (error: unknown) => void;
}

interface Row extends Insertable<RequestLogTable> {
  readonly keyHashes: readonly string[];
}

/**
 * The request log of the accounts. Requests are buffered in memory and written about once a second, so that no call
 * waits for it or fails because of it. A crash loses what is not written yet.
 */
export class RequestLog {
  readonly keptDays: number;
  readonly #database: RequestLogOptions['database'];
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;
  /** Unique to this server: distinguishes rows with the same timestamp. */
  readonly #prefix = randomBytes(4).toString('hex');
  #added = 0;
  #byAccount = new Map<string, Row[]>();
  #waiting = 0;
  /** Rows written since the oldest of an account were removed. */
  readonly #sinceTrim = new ExpiringMap<number>(MAX_COUNTED_ACCOUNTS);
  readonly #writing: RepeatedWork;

  constructor({ database, keptDays, onProblem, now = Date.now }: RequestLogOptions) {
    this.keptDays = keptDays;
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
    this.#writing = new RepeatedWork(() => this.write(), onProblem);
  }

  /** Requests before this time are no longer shown. */
  get keptSince(): number {
    return this.#now() - this.keptDays * DAY_MS;
  }

  add(accountId: string, { requestId, ...request }: EndedRequest): void {
    if (this.keptDays === 0) return;
    this.#queue({
      account_id: accountId,
      id: this.#nextId(),
      request_id: requestId,
      ...request,
    });
  }

  start(): void {
    this.#writing.start(WRITE_EVERY_MS);
  }

  /** Writes the buffer. What cannot be written stays for the next time, as far as there is room. */
  async write(): Promise<void> {
    const rows = [...this.#byAccount.values()].flat();
    this.#byAccount = new Map();
    this.#waiting = 0;
    while (rows.length > 0) {
      const part = rows.slice(0, ROWS_AT_ONCE);
      try {
        await this.#insert(part);
      } catch (error) {
        const newer = [...this.#byAccount.values()].flat();
        this.#byAccount = new Map();
        this.#waiting = 0;
        for (const row of [...rows, ...newer]) this.#queue(row);
        throw error;
      }
      rows.splice(0, part.length);
      // Lets pending calls run between two statements.
      await nextTurn();
    }
  }

  /** Removes what is older than the days that the operator sets. */
  async sweep(): Promise<void> {
    await deleteInSteps(
      this.#database,
      'request_log',
      ['account_id', 'at', 'id'],
      sql`at < ${this.keptSince}`,
    );
  }

  async close(): Promise<void> {
    await this.#writing.stop();
    await this.#writing.run();
  }

  #nextId(): string {
    this.#added += 1;
    return `${this.#prefix}${this.#added.toString(16).padStart(8, '0')}`;
  }

  #queue(row: Row): void {
    const own = this.#byAccount.get(row.account_id) ?? [];
    if (own.length >= MAX_PER_ACCOUNT) own.shift();
    else if (this.#waiting >= MAX_WAITING) return;
    else this.#waiting += 1;
    own.push(row);
    this.#byAccount.set(row.account_id, own);
  }

  async #insert(rows: readonly Row[]): Promise<void> {
    const accountIds = [...new Set(rows.map(({ account_id }) => account_id))];
    // An account may have been deleted meanwhile.
    const existing = await this.#db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', accountIds)
      .where('deleted_at', 'is', null)
      .execute();
    const ids = new Set(existing.map(({ id }) => id));
    const kept = rows.filter(({ account_id }) => ids.has(account_id));
    if (kept.length === 0) return;
    const names = await this.#keyNames(kept);
    // What was written before a failure is written again.
    await this.#db
      .insertInto('request_log')
      .values(
        kept.map(({ keyHashes, ...row }) => ({
          ...row,
          key_name: keyHashes.map((hash) => names.get(hash)).find((name) => name !== undefined) ?? null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const accountId of ids)
      await this.#trim(accountId, kept.filter(({ account_id }) => account_id === accountId).length);
  }

  /** Looked up here and not for each call, which must not wait for it. */
  async #keyNames(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    const hashes = [...new Set(rows.flatMap(({ keyHashes }) => keyHashes))];
    if (hashes.length === 0) return new Map();
    const keys = await this.#db
      .selectFrom('api_key')
      .select(['lookup_hash', 'name'])
      .where('lookup_hash', 'in', hashes)
      .execute();
    return new Map(keys.map(({ lookup_hash, name }) => [lookup_hash, name]));
  }

  /** An account that this server has not written for yet may have too many rows already. */
  async #trim(accountId: string, written: number): Promise<void> {
    const since = (this.#sinceTrim.get(accountId) ?? TRIM_EVERY) + written;
    this.#sinceTrim.set(accountId, since < TRIM_EVERY ? since : 0);
    if (since < TRIM_EVERY) return;
    await sql`
      delete from request_log
      where account_id = ${accountId} and (at, id) <= (
        select at, id from request_log
        where account_id = ${accountId}
        order by at desc, id desc limit 1 offset ${sql.lit(KEPT_REQUESTS)}
      )`.execute(this.#db);
  }
}
