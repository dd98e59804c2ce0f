import type { Kysely, Selectable, Updateable } from 'kysely';
import type { AccountTable, Tables } from '../db/tables.js';

export type Role = AccountTable['role'];

export interface AccountRecord {
  readonly id: string;
  /** Null for service accounts and the demo account, which have no log-in. */
  readonly userId: string | null;
  /** The email address of the user, the name of a service account, or `demo`. */
  readonly label: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
}

/**
 * Finds and changes accounts. What belongs to an account (API keys, subscription, usage) is in other tables; accounts
 * are created and removed by the `AccountRegister`.
 */
export class AccountStore {
  constructor(
    protected readonly db: Kysely<Tables>,
    protected readonly now: () => number = Date.now,
  ) {}

  async byId(accountId: string): Promise<AccountRecord | null> {
    return this.#findBy('id', accountId);
  }

  async byUser(userId: string): Promise<AccountRecord | null> {
    return this.#findBy('user_id', userId);
  }

  /** By email address, `demo`, or account id. */
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

  /** For good: also where deleted accounts of the same address were suspended. */
  async resume(accountId: string): Promise<void> {
    await this.db
      .updateTable('account')
      .set({ suspended_at: null })
      .where((where) =>
        where.or([
          where('id', '=', accountId),
          where.and([
            where('deleted_at', 'is not', null),
            where(
              'email_hash',
              '=',
              where.selectFrom('account').select('email_hash').where('id', '=', accountId),
            ),
          ]),
        ]),
      )
      .execute();
  }

  async setRole(accountId: string, role: Role): Promise<void> {
    await this.#set(accountId, { role });
  }

  /** Deletes the address hashes of deleted accounts whose period has ended, except of those that were suspended. */
  async forgetAddresses(): Promise<void> {
    await this.db
      .updateTable('account')
      .set({ email_hash: null })
      .where('deleted_at', 'is not', null)
      .where('email_hash', 'is not', null)
      .where('suspended_at', 'is', null)
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

  async #findBy(column: 'id' | 'user_id' | 'label', value: string): Promise<AccountRecord | null> {
    const row = await this.db
      .selectFrom('account')
      .selectAll()
      .where(column, '=', value)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : accountRecord(row);
  }

  async #set(accountId: string, values: Updateable<AccountTable>): Promise<void> {
    await this.db.updateTable('account').set(values).where('id', '=', accountId).execute();
  }
}

export const accountRecord = (row: Selectable<AccountTable>): AccountRecord => ({
  id: row.id,
  userId: row.user_id,
  label: row.label,
  role: row.role,
  createdAt: row.created_at,
  suspendedAt: row.suspended_at,
});
