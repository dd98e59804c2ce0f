import { createHmac } from 'node:crypto';
import { sql, type Expression, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';

const MINUTE_MS = 60_000;

/** Attempts are forgotten after this time without another one; no wait is longer. */
const MEMORY_MS = 15 * MINUTE_MS;

/** How many attempts are allowed without a wait; each further one requires a longer wait. */
const FREE = {
  // The limits for an email address from anywhere are high: anybody can reach them, and must not lock the owner out.
  'log-in': { 'email-and-network': 5, email: 50, address: 20, device: 5, 'all-devices': 50 },
  'sign-up': { address: 60 },
  'password-reset': { 'email-and-network': 3, email: 12, address: 20 },
  // As many from a network as sign-ups: each mail goes to an address that nobody has proved to own.
  verification: { email: 3, address: 60 },
  /** A stolen session must not be enough to guess the password. */
  'password-check': { user: 5 },
  'correct-password': { user: 60, address: 300 },
  'identity-log-in': { address: 300 },
} as const;

/**
 * What users do all day long. It is counted in fixed intervals: an office in which somebody logs in every few minutes
 * would never be forgotten otherwise.
 */
const IN_INTERVALS: ReadonlySet<ThrottledAction> = new Set(['correct-password', 'identity-log-in']);

type ThrottledAction = keyof typeof FREE;

/**
 * What is counted, and under which key: an email address from one network or from anywhere, a network, a known browser
 * or all of a user's, a logged-in user.
 */
export type Counted = {
  [Action in ThrottledAction]: {
    readonly action: Action;
    readonly by: keyof (typeof FREE)[Action];
    readonly value: string;
  };
}[ThrottledAction];

function freeOf({ action, by }: Counted): number {
  const limits: Readonly<Record<string, number>> = FREE[action];
  return limits[by] ?? 0;
}

/** The waits after the first, second, … attempt beyond the free ones; then the maximum. */
const WAITS_MS = [1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS);

/**
 * Slows down password guessing. Attempts are counted in the database before their outcome is known, so that neither
 * several servers nor concurrent attempts allow more of them.
 */
export class Throttle {
  readonly #db: Kysely<Tables>;
  readonly #secret: string;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, secret: string, now: () => number = Date.now) {
    this.#db = db;
    this.#secret = secret;
    this.#now = now;
  }

  /** Counts an attempt under each of these keys, or throws `too-many-attempts`. */
  async take(...counted: readonly Counted[]): Promise<void> {
    // Checked together first: attempts that a network may no longer make must not add a row for each email address
    // that they name.
    if (counted.length > 1) await this.check(...counted);
    for (const each of counted) await this.#takeOne(each);
  }

  /** Throws `too-many-attempts` if an attempt under one of these keys would be rejected now. Counts nothing. */
  async check(...counted: readonly Counted[]): Promise<void> {
    const now = this.#now();
    const freeByKey = new Map(counted.map((each) => [this.#key(each), freeOf(each)]));
    const rejecting = await this.#db
      .selectFrom('login_attempt')
      .select(['key', 'count', 'last_request'])
      .where((eb) =>
        eb.or([...freeByKey].map(([key, free]) => eb.and([eb('key', '=', key), eb.not(passes(free, now))]))),
      )
      .execute();
    if (rejecting.length === 0) return;
    throw rejection(Math.max(...rejecting.map((row) => endOfWait(row, freeByKey.get(row.key) ?? 0))), now);
  }

  async #takeOne(counted: Counted): Promise<void> {
    const key = this.#key(counted);
    const now = this.#now();
    const free = freeOf(counted);
    const passed = await this.#db
      .insertInto('login_attempt')
      .values({ key, count: 1, last_request: now })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({
            count: eb
              .case()
              .when(isOver(now))
              .then(sql<number>`1`)
              .else(eb('login_attempt.count', '+', 1))
              .end(),
            last_request: now,
          }))
          .where(passes(free, now)),
      )
      .returning('count')
      .executeTakeFirst();
    if (passed === undefined) throw await this.#rejection(key, free, now);
  }

  async #rejection(key: string, free: number, now: number): Promise<ServiceError> {
    const known = await this.#db
      .selectFrom('login_attempt')
      .select(['count', 'last_request'])
      .where('key', '=', key)
      .executeTakeFirst();
    return rejection(known === undefined ? now : endOfWait(known, free), now);
  }

  /** Uncounts the last attempt, which was successful. */
  async release(counted: Counted): Promise<void> {
    await this.#db
      .updateTable('login_attempt')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', this.#key(counted))
      .where('count', '>', 0)
      .execute();
  }

  /** Forgets all attempts under these keys, because the owner has logged in or the account was deleted. */
  async forget(...counted: readonly Counted[]): Promise<void> {
    const keys = counted.map((each) => this.#key(each));
    await this.#db.deleteFrom('login_attempt').where('key', 'in', keys).execute();
  }

  /** Removes expired attempts. */
  async sweep(): Promise<void> {
    await this.#db.deleteFrom('login_attempt').where(isOver(this.#now())).execute();
  }

  /** Addresses are personal data, so only hashes are stored. */
  #key({ action, by, value }: Counted): string {
    const interval = IN_INTERVALS.has(action) ? `\n${Math.floor(this.#now() / MEMORY_MS)}` : '';
    const hash = createHmac('sha256', this.#secret).update(`attempt\n${action}\n${by}\n${value}${interval}`);
    return hash.digest('base64url');
  }
}

/** When the wait after this many attempts is over. */
const endOfWait = (
  { count, last_request }: { readonly count: number; readonly last_request: number },
  free: number,
): number => last_request + (WAITS_MS[count - free] ?? MEMORY_MS);

function rejection(until: number, now: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
  return new ServiceError('too-many-attempts', `Too many attempts; wait ${inWords(retryAfterSeconds)}.`, {
    retryAfterSeconds,
  });
}

/** Whether another attempt is allowed now. */
function passes(free: number, now: number): RawBuilder<SqlBool> {
  const count = sql.ref('login_attempt.count');
  const at = sql.ref('login_attempt.last_request');
  return sql<SqlBool>`(${isOver(now)} or ${count} < ${free} or ${at} + ${waitAfter(free)} <= ${now})`;
}

/** Expired, or from a clock that was set back: such an attempt must not lock anybody out for days. */
function isOver(now: number): RawBuilder<SqlBool> {
  const at = sql.ref('login_attempt.last_request');
  return sql<SqlBool>`(${at} <= ${now - MEMORY_MS} or ${at} > ${now + MEMORY_MS})`;
}

/** Milliseconds to wait, by the number of attempts so far; these are numbers of the code, not of a request. */
function waitAfter(free: number): Expression<number> {
  const steps = WAITS_MS.map(
    (wait, n) => sql`when login_attempt.count = ${sql.lit(free + n)} then ${sql.lit(wait)}`,
  );
  return sql<number>`case ${sql.join(steps, sql` `)} else ${sql.lit(MEMORY_MS)} end`;
}

function inWords(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
