import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { AccountRegister } from '../account-register.js';
import type { AccountRecord, Role } from '../account-store.js';
import type { ApiKeys } from '../api-keys/api-keys.js';

export interface NewUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly role?: Role | undefined;
  /** Whether an admin vouches for the address. */
  readonly isVerified?: boolean | undefined;
  /** Further work of the same transaction. */
  readonly inTransaction?: (userId: string, tx: Transaction<Tables>) => Promise<void>;
}

export interface UserStores {
  readonly db: Kysely<Tables>;
  readonly accounts: AccountRegister;
  readonly apiKeys: ApiKeys;
}

export interface StoredPassword {
  readonly userId: string;
  readonly hash: string;
}

export interface CreatedUser {
  readonly account: AccountRecord;
  readonly stored: StoredPassword;
}

export async function passwordOf(
  db: Kysely<Tables>,
  user: { readonly email: string } | { readonly id: string },
): Promise<StoredPassword | null> {
  const [column, value] = 'id' in user ? (['id', user.id] as const) : (['email', user.email] as const);
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'password_hash as hash'])
    .where(column, '=', value)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Whether the password is still this one. If so, it cannot change before the transaction ends: the row is locked by an
 * update that changes nothing, which works on both databases.
 */
export async function lockPassword(
  tx: Transaction<Tables>,
  { userId, hash }: StoredPassword,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the password, and ends every session and mailed link of the user. The row of the user is locked first, here and
 * in every other change of a log-in, so that concurrent changes do not deadlock.
 */
export async function storePassword(
  tx: Transaction<Tables>,
  { userId, hash }: StoredPassword,
): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
  await tx.deleteFrom('session').where('user_id', '=', userId).execute();
  await tx.deleteFrom('mailed_link').where('user_id', '=', userId).execute();
}

/** Whether the identity provider logs the user in, and nothing else. */
export async function hasIdentity(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity')
    .select('subject')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The owner has opened a mailed link, or an admin vouches for the address. */
export async function markVerified(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: 1 }).where('id', '=', userId).execute();
}

/**
 * Creates a user with a password, an account and an API key in one transaction. The hash is computed before, because a
 * transaction that waits for it would block others.
 */
export async function createUser(
  { db, accounts, apiKeys }: UserStores,
  { email, passwordHash, role, isVerified = false, inTransaction }: NewUser,
): Promise<CreatedUser> {
  const userId = randomUUID();
  return db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('users')
      .values({
        id: userId,
        email,
        email_verified: isVerified ? 1 : 0,
        password_hash: passwordHash,
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) throw new ServiceError('email-taken');
    const account = await accounts.create({ userId, email, ...(role !== undefined && { role }) }, tx);
    await apiKeys.issue(account.id, tx);
    await inTransaction?.(userId, tx);
    return { account, stored: { userId, hash: passwordHash } };
  });
}

/** Removes expired sessions and links. */
export async function sweepExpired(db: Kysely<Tables>, now = Date.now()): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('mailed_link').where('expires_at', '<', now).execute();
}
