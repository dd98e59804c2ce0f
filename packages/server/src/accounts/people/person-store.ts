import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { AccountRecord, AccountStore, Role } from '../account-store.js';
import type { UserIds } from '../user-ids/user-ids.js';

export interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly role?: Role | undefined;
}

export interface PersonStores {
  readonly db: Kysely<Tables>;
  readonly accounts: AccountStore;
  readonly userIds: UserIds;
}

export async function emailIsTaken(db: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

export async function passwordHashOf(db: Kysely<Tables>, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select('credential.password')
    .where('person.email', '=', email)
    .where('credential.provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? null;
}

/**
 * A person with a password, an account and a user id, in one transaction: all of it is there, or nothing.
 * The hash is made before, because a transaction that waits for it would keep others from the database.
 */
export async function createPerson(
  { db, accounts, userIds }: PersonStores,
  { email, passwordHash, role }: NewPerson,
): Promise<AccountRecord> {
  const personId = randomUUID();
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  return db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('person')
      .values({ id: personId, name: '', email, email_verified: false, image: null, ...times })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) throw new ServiceError('email-taken');
    await tx
      .insertInto('credential')
      // As better-auth writes it: a password is a credential whose account is the person.
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
    return account;
  });
}

/** Sessions and links whose time is over. */
export async function sweepExpired(db: Kysely<Tables>, now = new Date()): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute();
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
}
