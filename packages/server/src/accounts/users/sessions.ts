import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { isSigned, macOf, readCookie, setCookie, type Cookies, type CookieSigning } from './cookies.js';

/** The cookie name over plain http. */
export const SESSION_COOKIE = 'facet_session';
/**
 * Set together with the session cookie, and forgotten by the browser after a day. A request without it gets both again,
 * so it does not matter if a response with them was lost.
 */
const RENEWED_COOKIE = 'facet_session_renewed';
const SECONDS = 7 * 86_400;
const LIFETIME_MS = SECONDS * 1000;
/** A session is extended at most once a day, so that most requests only read. */
const DAY_SECONDS = 86_400;
/** 192 bits. */
const TOKEN_BYTES = 24;
const TOKEN = /^[\w-]{32}$/;
/** More than anybody has browsers. A program that logs in at every start would fill the database otherwise. */
const MAX_PER_USER = 50;

export interface Session {
  readonly userId: string;
  readonly email: string;
  /** When it was begun with the identity provider; null: with a password. */
  readonly providerLogInAt: number | null;
  /** To set where the browser's are older than a day. */
  readonly cookies: Cookies;
}

/**
 * The sessions of logged-in users. The cookie contains the token of a row and its signature, so a copy of the database
 * yields no valid cookie. Ending a session removes the row, so a copy of the cookie is worthless afterwards.
 */
export class Sessions {
  readonly #db: Kysely<Tables>;
  readonly #signing: CookieSigning;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, signing: CookieSigning, now: () => number = Date.now) {
    this.#db = db;
    this.#signing = signing;
    this.#now = now;
  }

  /**
   * Starts a session with a new token, and ends the oldest ones of the user if there are many. Use extends it, but not
   * beyond `endsAt`. Returns its cookies.
   */
  async start(userId: string, db: Kysely<Tables> = this.#db, endsAt: number | null = null): Promise<Cookies> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const now = this.#now();
    await db
      .insertInto('session')
      .values({ token, user_id: userId, expires_at: expiry(now, endsAt), created_at: now, ends_at: endsAt })
      .execute();
    await endOldest(db, userId, token);
    return this.#cookiesOf(token);
  }

  async find(cookieHeader: string): Promise<Session | null> {
    const token = this.#tokenIn(cookieHeader);
    if (token === null) return null;
    const now = this.#now();
    const row = await this.#db
      .selectFrom('session')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select([
        'session.user_id',
        'session.expires_at',
        'session.created_at',
        'session.ends_at',
        'users.email',
      ])
      .where('session.token', '=', token)
      .where('session.expires_at', '>', now)
      .executeTakeFirst();
    if (row === undefined) return null;
    const expires_at = expiry(now, row.ends_at);
    const isDue = expires_at - row.expires_at >= DAY_SECONDS * 1000;
    if (isDue) await this.#db.updateTable('session').set({ expires_at }).where('token', '=', token).execute();
    const isRecent = readCookie(cookieHeader, RENEWED_COOKIE, this.#signing.secure) !== '';
    const cookies = isDue || !isRecent ? this.#cookiesOf(token) : [];
    const providerLogInAt = row.ends_at === null ? null : row.created_at;
    return { userId: row.user_id, email: row.email, providerLogInAt, cookies };
  }

  /** Whether the session of the cookie is still open, within the transaction that depends on it. */
  async isOpen(cookieHeader: string, db: Kysely<Tables>): Promise<boolean> {
    const token = this.#tokenIn(cookieHeader);
    if (token === null) return false;
    const row = await db.selectFrom('session').select('token').where('token', '=', token).executeTakeFirst();
    return row !== undefined;
  }

  /** Ends the session of the cookie, if there is one. Returns the Set-Cookie values that delete the cookies. */
  async end(cookieHeader: string): Promise<Cookies> {
    const token = this.#tokenIn(cookieHeader);
    if (token !== null) await this.#db.deleteFrom('session').where('token', '=', token).execute();
    const { secure } = this.#signing;
    return [setCookie(SESSION_COOKIE, '', 0, secure), setCookie(RENEWED_COOKIE, '', 0, secure)];
  }

  #cookiesOf(token: string): Cookies {
    const { secret, secure } = this.#signing;
    return [
      setCookie(SESSION_COOKIE, signed(secret, token), SECONDS, secure),
      setCookie(RENEWED_COOKIE, '1', DAY_SECONDS, secure),
    ];
  }

  #tokenIn(cookieHeader: string): string | null {
    const value = readCookie(cookieHeader, SESSION_COOKIE, this.#signing.secure);
    const [token = ''] = value.split('.', 1);
    return TOKEN.test(token) && isSigned(this.#signing, value, (secret) => signed(secret, token))
      ? token
      : null;
  }
}

const expiry = (now: number, endsAt: number | null): number =>
  Math.min(now + LIFETIME_MS, endsAt ?? Infinity);

const signed = (secret: string, token: string): string => `${token}.${macOf(secret, token)}`;

/** Leaves the given session and the newest others of the user. */
async function endOldest(db: Kysely<Tables>, userId: string, newest: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('token', '!=', newest)
    .where('token', 'not in', (others) =>
      others
        .selectFrom('session')
        .select('token')
        .where('user_id', '=', userId)
        .where('token', '!=', newest)
        .orderBy('created_at', 'desc')
        .limit(MAX_PER_USER - 1),
    )
    .execute();
}
