import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { AccountRegister } from '../account-register.js';
import type { AccountRecord, Role } from '../account-store.js';
import type { UserIds } from '../user-ids/user-ids.js';

export interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly role?: Role | undefined;
  /** Whether an admin vouches for the address. */
  readonly isVerified?: boolean | undefined;
}

export interface PersonStores {
  readonly db: Kysely<Tables>;
  readonly accounts: AccountRegister;
  readonly userIds: UserIds;
}

export interface StoredPassword {
  readonly personId: string;
  readonly hash: string;
}

export interface CreatedPerson {
  readonly account: AccountRecord;
  readonly stored: StoredPassword;
}

export async function personIdOf(db: Kysely<Tables>, email: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  return row?.id ?? null;
}

export async function passwordOf(
  db: Kysely<Tables>,
  person: { readonly email: string } | { readonly id: string },
): Promise<StoredPassword | null> {
  const [column, value] = 'id' in person ? (['id', person.id] as const) : (['email', person.email] as const);
  const row = await db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select(['person.id', 'credential.password'])
    .where(`person.${column}`, '=', value)
    .executeTakeFirst();
  return row?.password == null ? null : { personId: row.id, hash: row.password };
}

/**
 * Whether the password is still this one. If so, it cannot change before the transaction ends: the row is locked by an
 * update that changes nothing, which works on both databases.
 */
export async function lockPassword(
  tx: Transaction<Tables>,
  { personId, hash }: StoredPassword,
): Promise<boolean> {
  const row = await tx
    .updateTable('credential')
    .set({ password: hash })
    .where('person_id', '=', personId)
    .where('password', '=', hash)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Sets the password, and ends every session and mailed link of the person. The password row is locked first, here and
 * in every other change of a log-in, so that concurrent changes do not deadlock.
 */
export async function storePassword(
  tx: Transaction<Tables>,
  { personId, hash }: StoredPassword,
): Promise<void> {
  await tx
    .updateTable('credential')
    .set({ password: hash, updated_at: new Date() })
    .where('person_id', '=', personId)
    .execute();
  await tx.deleteFrom('session').where('person_id', '=', personId).execute();
  await tx.deleteFrom('verification').where('value', '=', personId).execute();
}

/** The owner has opened a mailed link, or an admin vouches for the address. */
export async function markVerified(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.updateTable('person').set({ email_verified: true }).where('id', '=', personId).execute();
}

/**
 * Creates a person with a password, an account and a user id in one transaction. The hash is computed before, because a
 * transaction that waits for it would block others.
 */
export async function createPerson(
  { db, accounts, userIds }: PersonStores,
  { email, passwordHash, role, isVerified = false }: NewPerson,
): Promise<CreatedPerson> {
  const personId = randomUUID();
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  return db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('person')
      .values({ id: personId, name: '', email, email_verified: isVerified, image: null, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) throw new ServiceError('email-taken');
    await tx
      .insertInto('credential')
      .values({
        id: randomUUID(),
        person_id: personId,
        account_id: personId,
        provider_id: 'credential',
        password: passwordHash,
        ...times,
      })
      .execute();
    const account = await accounts.create({ personId, email, ...(role !== undefined && { role }) }, tx);
    await userIds.issue(account.id, tx);
    return { account, stored: { personId, hash: passwordHash } };
  });
}

/** Removes expired sessions and links. */
export async function sweepExpired(db: Kysely<Tables>, now = new Date()): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
}
