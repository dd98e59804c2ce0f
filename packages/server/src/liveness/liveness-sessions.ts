import { createHmac, randomInt, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LIVENESS_ACTIONS, type LivenessAction } from '@facet/engine';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/database.js';
import { deleteInSteps } from '../db/delete-in-steps.js';
import { ServiceError } from '../errors.js';
import type { Keys } from '../accounts/index.js';

/** Long enough to read the instructions and to try again after a network failure. */
export const SESSION_MS = 5 * 60_000;
/** So many sessions may be opened for a person in so long without passing one; then each further one needs a pause, twice as long. */
export const ATTEMPTS = {
  most: 5,
  withinMs: 15 * 60_000,
  // Somebody else may have opened the sessions in a person's name: nobody is locked out for longer.
  longestPauseMs: 3_600_000,
  keptMs: 24 * 3_600_000,
} as const;
/** What one account may have open at a time. */
export const MAX_OPEN_SESSIONS = 1000;

/** A challenge that an account was given. */
interface Challenge {
  readonly id: string;
  readonly expiresAt: number;
  readonly steps: readonly LivenessAction[];
  /** A keyed hash of the host's reference for the person, if it gave one. */
  readonly person: string | null;
}

const Payload = z.tuple([
  z.string(),
  z.number(),
  z.array(z.enum(LIVENESS_ACTIONS)).min(1),
  z.string().nullable(),
]);

/** A signed session is shorter than this. */
const MAX_TOKEN_LENGTH = 1024;

/**
 * The sessions of liveness checks. What was asked for is in the session itself, signed for its account; the database knows
 * only that it is open, so that it can be used once, whichever server gets it.
 */
export class LivenessSessions {
  constructor(
    private readonly database: Pick<Database, 'db' | 'dialect'>,
    private readonly keys: Keys,
    private readonly now: () => number = Date.now,
  ) {}

  async open(
    accountId: string,
    steps: readonly LivenessAction[],
    reference?: string,
  ): Promise<Challenge & { readonly session: string }> {
    const { db } = this.database;
    const now = this.now();
    const person = reference === undefined ? null : sign(this.keys.liveness, 'person', accountId, reference);
    const challenge = { id: randomUUID(), expiresAt: now + SESSION_MS, steps, person };
    const { rows } = await sql`
      insert into liveness_session (id, account_id, expires_at)
      select ${challenge.id}, ${accountId}, cast(${challenge.expiresAt} as bigint)
      where (
        select count(*) from liveness_session where account_id = ${accountId} and expires_at > ${now}
      ) < ${sql.lit(MAX_OPEN_SESSIONS)}
      returning id`.execute(db);
    if (rows.length === 0)
      throw new ServiceError(
        'too-many-liveness-sessions',
        `The account has ${MAX_OPEN_SESSIONS} open liveness sessions; wait until some are used or expire.`,
        { limit: MAX_OPEN_SESSIONS, retryAfterSeconds: SESSION_MS / 1000 },
      );
    if (person !== null) await this.#attempt(accountId, person, challenge.id);
    return { ...challenge, session: this.#signed(accountId, challenge) };
  }

  /** The challenge of a session that belongs to the account and has not expired. Whether it was used is not yet known. */
  read(accountId: string, session: string): Challenge {
    const [payload = '', signature = ''] = session.length > MAX_TOKEN_LENGTH ? [] : session.split('.');
    const keys = [this.keys, ...(this.keys.fallback === undefined ? [] : [this.keys.fallback])];
    if (!keys.some(({ liveness }) => isEqual(signature, sign(liveness, 'session', accountId, payload))))
      throw badSession('is not one that this service opened for your account');
    const [id, expiresAt, steps, person] = Payload.parse(
      JSON.parse(Buffer.from(payload, 'base64url').toString()),
    );
    if (expiresAt <= this.now()) throw badSession('has expired');
    return { id, expiresAt, steps, person };
  }

  /** Ends the session: only the first call for it succeeds. */
  async use(accountId: string, { id }: Challenge): Promise<void> {
    const { numDeletedRows } = await this.database.db
      .deleteFrom('liveness_session')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('expires_at', '>', this.now())
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw badSession('was already used');
  }

  /** How long the session has been open, in milliseconds. */
  ageOf({ expiresAt }: Challenge): number {
    return this.now() - (expiresAt - SESSION_MS);
  }

  /** Forgets the attempts before this one, which was passed. */
  async pass(accountId: string, { person }: Challenge): Promise<void> {
    if (person === null) return;
    await this.database.db
      .deleteFrom('liveness_attempt')
      .where('account_id', '=', accountId)
      .where('person', '=', person)
      .execute();
  }

  /** An attempt that has to wait leaves no session open; one that was refused for another reason has not been counted. */
  async #attempt(accountId: string, person: string, sessionId: string): Promise<void> {
    try {
      await this.#countAttempt(accountId, person);
    } catch (error) {
      await this.database.db.deleteFrom('liveness_session').where('id', '=', sessionId).execute();
      throw error;
    }
  }

  /** Whoever opens sessions until one asks for convenient movements has not passed them either, so that opening counts. */
  async #countAttempt(accountId: string, person: string): Promise<void> {
    const { db } = this.database;
    const now = sql`cast(${this.now()} as bigint)`;
    const { most, within, longest, kept } = {
      most: sql.lit(ATTEMPTS.most),
      within: sql.lit(ATTEMPTS.withinMs),
      longest: sql.lit(ATTEMPTS.longestPauseMs),
      kept: sql.lit(ATTEMPTS.keptMs),
    };
    const isForgotten = sql`(
      (liveness_attempt.pause_ms = 0 and liveness_attempt.since <= ${now} - ${within})
      or liveness_attempt.last_at <= ${now} - ${kept}
    )`;
    const { rows } = await sql`
      insert into liveness_attempt (account_id, person, failures, since, last_at, pause_ms)
      values (${accountId}, ${person}, 1, ${now}, ${now}, 0)
      on conflict (account_id, person) do update set
        failures = case when ${isForgotten} then 1 else liveness_attempt.failures + 1 end,
        since = case when ${isForgotten} then excluded.since else liveness_attempt.since end,
        last_at = excluded.last_at,
        pause_ms = case
          when ${isForgotten} or liveness_attempt.failures + 1 < ${most} then 0
          when liveness_attempt.pause_ms = 0 then ${within}
          when liveness_attempt.pause_ms * 2 > ${longest} then ${longest}
          else liveness_attempt.pause_ms * 2 end
      where liveness_attempt.last_at + liveness_attempt.pause_ms <= ${now}
      returning failures`.execute(db);
    if (rows.length > 0) return;
    const held = await db
      .selectFrom('liveness_attempt')
      .select(['last_at', 'pause_ms'])
      .where('account_id', '=', accountId)
      .where('person', '=', person)
      .executeTakeFirst();
    const waitMs = held === undefined ? 0 : held.last_at + held.pause_ms - this.now();
    throw new ServiceError(
      'too-many-attempts',
      'This person has not passed the last liveness sessions; wait before the next one.',
      { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    );
  }

  async sweep(): Promise<void> {
    await deleteInSteps(
      this.database,
      'liveness_attempt',
      ['account_id', 'person'],
      sql`last_at <= ${this.now() - ATTEMPTS.keptMs}`,
    );
    await deleteInSteps(this.database, 'liveness_session', ['id'], sql`expires_at <= ${this.now()}`);
  }

  #signed(accountId: string, { id, expiresAt, steps, person }: Challenge): string {
    const payload = Buffer.from(JSON.stringify([id, expiresAt, steps, person])).toString('base64url');
    return `${payload}.${sign(this.keys.liveness, 'session', accountId, payload)}`;
  }
}

/** What is signed as one thing is never valid as the other: the hash of a reference is told to its sender. */
const sign = (key: KeyObject, what: 'person' | 'session', accountId: string, text: string): string =>
  createHmac('sha256', key).update(`${what}\n${accountId}\n${text}`).digest('base64url');

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const badSession = (why: string): ServiceError =>
  new ServiceError('liveness-session', `The liveness session ${why}; open a new one and repeat the check.`);

const TURNS: readonly LivenessAction[] = ['turn_left', 'turn_right'];

/**
 * A random challenge: no action twice in a row, and a turn of the head among them wherever the pool has one, because no
 * flat picture can perform it.
 */
export function randomSteps(
  pool: readonly LivenessAction[],
  count: number,
  random: (below: number) => number = randomInt,
): LivenessAction[] {
  const steps: LivenessAction[] = [];
  const turns = pool.filter((action) => TURNS.includes(action));
  const turnPlace = turns.length > 0 ? random(count) : -1;
  for (let n = 0; n < count; n++) {
    const others = (n === turnPlace ? turns : pool).filter((action) => action !== steps[n - 1]);
    // The only turn of the pool was the step before.
    const choices = others.length > 0 ? others : pool.filter((action) => action !== steps[n - 1]);
    const chosen = choices[random(choices.length)];
    if (chosen !== undefined) steps.push(chosen);
  }
  return steps;
}
