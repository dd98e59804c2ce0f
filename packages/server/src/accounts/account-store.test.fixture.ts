import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/database.js';
import type { Tables } from '../db/tables.js';
import { AccountRegister } from './account-register.js';
import type { AccountRecord } from './account-store.js';
import { deriveKeys } from './user-ids/keys.js';

export const KEYS = deriveKeys('a secret of the tests, long enough');

/** A clock that a test sets. */
export interface TestClock {
  now: number;
}

export const clockAt = (time: string): TestClock & { readonly read: () => number } => {
  const clock = { now: Date.parse(time), read: (): number => clock.now };
  return clock;
};

/** A person without a password, whose address is verified. */
export async function addPerson(
  { db, dialect }: Database,
  email: string,
  isVerified = true,
): Promise<string> {
  const id = randomUUID();
  const at = new Date(0).toISOString();
  const email_verified = dialect === 'postgres' ? isVerified : Number(isVerified);
  await db
    .insertInto('person')
    .values({ id, name: email, email, email_verified, image: null, created_at: at, updated_at: at })
    .execute();
  return id;
}

export async function addAccount(database: Database, email = 'ada@example.org'): Promise<AccountRecord> {
  const register = new AccountRegister(database.db, KEYS);
  return register.create({ personId: await addPerson(database, email), email });
}

const TABLES = [
  'person',
  'session',
  'credential',
  'verification',
  'account',
  'user_id',
  'subscription',
  'period_usage',
  'reservation',
  'usage_day',
  'refusal',
  'request_log',
  'audit',
] as const satisfies readonly (keyof Tables)[];

/** Every value in every table that holds something of people, as a thief of the database would read it. */
export async function everythingIn(db: Kysely<Tables>): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(rows);
}
