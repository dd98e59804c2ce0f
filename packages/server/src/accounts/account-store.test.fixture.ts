import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.js';
import type { Tables } from '../db/tables.js';
import { AccountRegister } from './account-register.js';
import type { AccountRecord } from './account-store.js';
import { deriveKeys } from './secret/keys.js';

export const KEYS = deriveKeys('a secret of the tests, long enough');

/** A clock that a test sets. */
export interface TestClock {
  now: number;
}

export const clockAt = (time: string): TestClock & { readonly read: () => number } => {
  const clock = { now: Date.parse(time), read: (): number => clock.now };
  return clock;
};

/** A user without a password, whose address is verified. */
export async function addUser(
  { db }: Pick<Database, 'db'>,
  email: string,
  isVerified = true,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('users')
    .values({ id, email, email_verified: isVerified ? 1 : 0, password_hash: '', created_at: 0 })
    .execute();
  return id;
}

export async function addAccount(database: Database, email = 'ada@example.org'): Promise<AccountRecord> {
  const register = new AccountRegister(database.db, KEYS);
  return register.create({ userId: await addUser(database, email), email });
}

const TABLES = [
  'users',
  'session',
  'identity',
  'mailed_link',
  'account',
  'api_key',
  'subscription',
  'period_usage',
  'reservation',
  'usage_day',
  'rejection',
  'request_log',
  'liveness_session',
  'liveness_attempt',
  'audit',
] as const satisfies readonly (keyof Tables)[];

/** Every value in every table that holds something of users, as a thief of the database would read it. */
export async function everythingIn(db: Kysely<Tables>): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}
