import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { inTransaction } from '../db/in-transaction.js';
import type { AccountTable, Tables } from '../db/tables.js';
import { addressHash } from './user-ids/credential.js';
import type { Keys } from './user-ids/keys.js';

export type Role = AccountTable['role'];

export interface AccountRecord {
  readonly id: string;
  /** Null for the demo account, which has no log-in. */
  readonly personId: string | null;
  /** The e-mail address of the person, or `demo`. */
  readonly label: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
}

export interface NewAccount {
  readonly personId: string;
  readonly email: string;
  readonly role?: Role;
}

/** Ids appear in logs and on command lines, so they are random and begin with a letter. */
export const makeAccountId = (): string => `acc_${randomBytes(12).toString('hex')}`;

/** The accounts themselves. What belongs to an account (user ids, subscription, usage) is in other tables. */
export class AccountStore {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number = Date.now,
    /** Without them, no account continues with the quota of a deleted one. */
    private readonly keys?: Pick<Keys, 'addresses'>,
  ) {}

  /** Runs in the transaction that creates the person. */
  async create({ personId, email, role }: NewAccount, db: Kysely<Tables> = this.db): Promise<AccountRecord> {
    const row = await db
      .insertInto('account')
      .values({
        id: makeAccountId(),
        person_id: personId,
        label: email.toLowerCase(),
        role: role ?? 'member',
        created_at: this.now(),
        suspended_at: null,
        email_hash: this.#hashOf(email),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return record(row);
  }

  async byId(accountId: string): Promise<AccountRecord | null> {
    return this.#findBy('id', accountId);
  }

  async byPerson(personId: string): Promise<AccountRecord | null> {
    return this.#findBy('person_id', personId);
  }

  /** By e-mail address, `demo`, or account id. */
  async named(name: string): Promise<AccountRecord | null> {
    return (await this.#findBy('label', name.toLowerCase())) ?? (await this.byId(name));
  }

  async suspend(accountId: string): Promise<void> {
    await this.db
      .updateTable('account')
      .set({ suspended_at: this.now() })
      .where('id', '=', accountId)
      .where('suspended_at', 'is', null)
      .execute();
  }

  async resume(accountId: string): Promise<void> {
    await this.#set(accountId, { suspended_at: null });
  }

  async setRole(accountId: string, role: Role): Promise<void> {
    await this.#set(accountId, { role });
  }

  /**
   * Removes the person and all personal data. What remains is the usage, under an anonymous account, and until the end
   * of the period the hash by which a new account with the same address continues with the same quota.
   */
  async remove({ id, personId, label }: Pick<AccountRecord, 'id' | 'personId' | 'label'>): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      // Locked first, as in every change of a log-in, so that concurrent changes do not deadlock.
      if (personId !== null) await tx.deleteFrom('credential').where('person_id', '=', personId).execute();
      await tx
        .updateTable('account')
        .set({
          person_id: null,
          label: '',
          role: 'member',
          deleted_at: this.now(),
          email_hash: personId === null ? null : this.#hashOf(label),
        })
        .where('id', '=', id)
        .execute();
      for (const table of ['user_id', 'subscription', 'refusal', 'request_log'] as const)
        await tx.deleteFrom(table).where('account_id', '=', id).execute();
      if (personId === null) return;
      // A reset link refers to the person without a foreign key.
      await tx.deleteFrom('verification').where('value', '=', personId).execute();
      await tx.deleteFrom('person').where('id', '=', personId).execute();
    });
  }

  /** Deletes the address hashes of deleted accounts whose period has ended. */
  async forgetAddresses(): Promise<void> {
    await this.db
      .updateTable('account')
      .set({ email_hash: null })
      .where('deleted_at', 'is not', null)
      .where('email_hash', 'is not', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('period_usage')
              .select('used')
              .whereRef('period_usage.account_id', '=', 'account.id')
              .where('period_end', '>', this.now()),
          ),
        ),
      )
      .execute();
  }

  #hashOf(email: string): string | null {
    return this.keys === undefined ? null : addressHash(this.keys, email.toLowerCase());
  }

  async #findBy(column: 'id' | 'person_id' | 'label', value: string): Promise<AccountRecord | null> {
    const row = await this.db
      .selectFrom('account')
      .selectAll()
      .where(column, '=', value)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : record(row);
  }

  async #set(accountId: string, values: Updateable<AccountTable>): Promise<void> {
    await this.db.updateTable('account').set(values).where('id', '=', accountId).execute();
  }
}

const record = (row: Selectable<AccountTable>): AccountRecord => ({
  id: row.id,
  personId: row.person_id,
  label: row.label,
  role: row.role,
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
});
