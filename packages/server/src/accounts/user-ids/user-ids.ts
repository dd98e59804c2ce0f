import type { Kysely } from 'kysely';
import type { Tables } from '../../db/tables.js';
import type { Keys } from './keys.js';
import { lookupHash, makeUserId, seal, unseal } from './credential.js';

/** The credentials that calls are made with: one for each account, stored so that a copy of the database is no use. */
export class UserIds {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly keys: Keys,
    private readonly now: () => number = Date.now,
  ) {}

  /** What the id is found by in `user_id.lookup_hash`. */
  hashOf(userId: string): string {
    return lookupHash(this.keys, userId);
  }

  /** The id of the account, made now if it has none yet. Takes the transaction that makes the account. */
  async issue(accountId: string, db: Kysely<Tables> = this.db): Promise<string> {
    const userId = makeUserId();
    const made = await db
      .insertInto('user_id')
      .values({ account_id: accountId, ...this.#stored(accountId, userId) })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .returning('account_id')
      .executeTakeFirst();
    if (made !== undefined) return userId;
    const shown = await this.show(accountId, db);
    if (shown === null)
      throw new Error(`The user id of the account ${accountId} was sealed with another secret.`);
    return shown;
  }

  /** A new id; the one before it is dead as soon as this resolves, on every server. */
  async replace(
    accountId: string,
    userId: string = makeUserId(),
    db: Kysely<Tables> = this.db,
  ): Promise<string> {
    const stored = this.#stored(accountId, userId);
    await db
      .insertInto('user_id')
      .values({ account_id: accountId, ...stored })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(stored))
      .execute();
    return userId;
  }

  /** The id for its owner's eyes; null when there is none, or none that opens: both are cured by `replace`. */
  async show(accountId: string, db: Kysely<Tables> = this.db): Promise<string | null> {
    const row = await db
      .selectFrom('user_id')
      .select('sealed')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row === undefined ? null : unseal(this.keys, accountId, row.sealed);
  }

  /** Whether the database was made with this secret. With another one no stored id would work. */
  async secretFits(): Promise<boolean> {
    const newest = await this.db
      .selectFrom('user_id')
      .select(['account_id', 'sealed'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined || unseal(this.keys, newest.account_id, newest.sealed) !== null;
  }

  #stored(accountId: string, userId: string): Omit<Tables['user_id'], 'account_id'> {
    return {
      lookup_hash: this.hashOf(userId),
      sealed: seal(this.keys, accountId, userId),
      created_at: this.now(),
    };
  }
}
