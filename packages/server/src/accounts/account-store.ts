import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { AccountTable, Tables } from '../db/tables.js';

export type Role = AccountTable['role'];

export interface AccountRecord {
  readonly id: string;
  /** None for the demo account, which nobody logs in to. */
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

/** Ids go into logs and onto command lines, so they say nothing and begin with a letter. */
export const makeAccountId = (): string => `acc_${randomBytes(12).toString('hex')}`;

/** The accounts themselves: what belongs to one (user id, subscription, usage) lives in tables that follow it. */
export class AccountStore {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes the transaction that makes the person. */
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

  /** By what an operator types: the e-mail address, `demo`, or the account's id. */
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

  /** Everything of the account is gone: the person who logs in, the user id, the subscription, the usage. */
  async remove({ id, personId }: Pick<AccountRecord, 'id' | 'personId'>): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      // First, as the meter locks it first: the other way round the two would wait for each other.
      await tx.deleteFrom('meter').where('account_id', '=', id).execute();
      await tx.deleteFrom('account').where('id', '=', id).execute();
      if (personId === null) return;
      // A link for a new password names the person without being tied to their row.
      await tx.deleteFrom('verification').where('value', '=', personId).execute();
      await tx.deleteFrom('person').where('id', '=', personId).execute();
    });
  }

  async #findBy(column: 'id' | 'person_id' | 'label', value: string): Promise<AccountRecord | null> {
    const row = await this.db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst();
    return row === undefined ? null : record(row);
  }

  async #set(accountId: string, values: Partial<AccountTable>): Promise<void> {
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
