import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '../db/in-transaction.js';
import type { Tables } from '../db/tables.js';
import { accountRecord, AccountStore, type AccountRecord, type Role } from './account-store.js';
import { discardCollections } from './discard-collections.js';
import { addressHash } from './api-keys/credential.js';
import type { Keys } from './secret/keys.js';

export interface NewAccount {
  readonly userId: string;
  readonly email: string;
  readonly role?: Role;
}

type AddressKeys = Pick<Keys, 'addresses' | 'fallback'>;

/** Ids appear in logs and on command lines, so they are random and begin with a letter. */
const makeAccountId = (): string => `acc_${randomBytes(12).toString('hex')}`;

/**
 * Creates and removes accounts. Both need the keys: a verified address whose account was deleted is recognised by its
 * hash, so that its owner gets no fresh quota and lifts no suspension by signing up again. An address that was never
 * verified may be somebody else's, so its account leaves nothing behind that would follow its owner.
 */
export class AccountRegister extends AccountStore {
  readonly #keys: AddressKeys;

  constructor(db: Kysely<Tables>, keys: AddressKeys, now?: () => number) {
    super(db, now);
    this.#keys = keys;
  }

  /** Runs in the transaction that creates the user. */
  async create({ userId, email, role }: NewAccount, db: Kysely<Tables> = this.db): Promise<AccountRecord> {
    const label = email.toLowerCase();
    const email_hash = addressHash(this.#keys, label);
    return inTransaction(db, async (tx) => {
      await rekeyAddress(tx, this.#keys, label);
      const row = await tx
        .insertInto('account')
        .values({
          id: makeAccountId(),
          user_id: userId,
          label,
          role: role ?? 'user',
          created_at: this.now(),
          suspended_at: await suspensionOf(tx, email_hash),
          email_hash,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return accountRecord(row);
    });
  }

  /** A service account, which belongs to no user. Null if the name is taken. */
  async createService(name: string, db: Kysely<Tables> = this.db): Promise<AccountRecord | null> {
    const row = await db
      .insertInto('account')
      .values({
        id: makeAccountId(),
        user_id: null,
        label: name,
        role: 'user',
        created_at: this.now(),
        suspended_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : accountRecord(row);
  }

  /**
   * Removes the user and all personal data. What remains is the usage, under an anonymous account, and the hash of a
   * verified address, by which a new account with the same address continues with the same quota and stays suspended.
   */
  async remove(account: RemovedAccount): Promise<void> {
    const { userId } = account;
    await inTransaction(this.db, async (tx) => {
      // Locked first, as in every change of a log-in, so that concurrent changes do not deadlock.
      if (userId !== null)
        await tx.updateTable('users').set({ password_hash: '' }).where('id', '=', userId).execute();
      await this.#retire(tx, account);
      // With it go its sessions and mailed links.
      if (userId !== null) await tx.deleteFrom('users').where('id', '=', userId).execute();
    });
  }

  /**
   * The account of somebody who proves for the first time that the address is theirs. If it was suspended before,
   * somebody else may have signed up with their address: they get a new account.
   */
  async ofProvenOwner(account: AccountRecord, tx: Transaction<Tables>): Promise<AccountRecord> {
    const { userId, label: email, suspendedAt } = account;
    if (userId === null || suspendedAt === null || (await isVerified(tx, userId))) return account;
    await this.#retire(tx, account);
    return this.create({ userId, email }, tx);
  }

  /** Leaves the row without a name, and of a verified address its hash. */
  async #retire(tx: Transaction<Tables>, { id, userId, label }: RemovedAccount): Promise<void> {
    const isKnown = userId !== null && (await isVerified(tx, userId));
    const email_hash = isKnown ? addressHash(this.#keys, label.toLowerCase()) : null;
    await tx
      .updateTable('account')
      .set({ user_id: null, label: '', role: 'user', deleted_at: this.now(), email_hash })
      .where('id', '=', id)
      .execute();
    await discardCollections(tx, id, undefined, this.now());
    for (const table of OF_ACCOUNT) await tx.deleteFrom(table).where('account_id', '=', id).execute();
  }
}

/** What is deleted with an account, beside its collections. */
const OF_ACCOUNT = [
  'api_key',
  'subscription',
  'rejection',
  'request_log',
  'liveness_session',
  'liveness_attempt',
] as const;

type RemovedAccount = Pick<AccountRecord, 'id' | 'userId' | 'label'>;

/** Whether somebody has proved to own the address, or an admin has vouched for it. */
export async function isVerified(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.email_verified === 1;
}

/**
 * While the secret is changed: moves the hashes of this address, also of deleted accounts, to the new key. Returns how
 * many there were.
 */
export async function rekeyAddress(db: Kysely<Tables>, keys: AddressKeys, address: string): Promise<number> {
  if (keys.fallback === undefined) return 0;
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ email_hash: addressHash(keys, address) })
    .where('email_hash', '=', addressHash(keys.fallback, address))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * When a deleted account of the same address was suspended; null if it was not. It is copied, not moved: the new account
 * leaves nothing behind if it is deleted before its address is verified. Resuming the new account lifts both.
 */
async function suspensionOf(tx: Transaction<Tables>, emailHash: string): Promise<number | null> {
  const suspended = await tx
    .selectFrom('account')
    .select('suspended_at')
    .where('email_hash', '=', emailHash)
    .where('deleted_at', 'is not', null)
    .where('suspended_at', 'is not', null)
    .orderBy('suspended_at')
    .executeTakeFirst();
  return suspended?.suspended_at ?? null;
}
