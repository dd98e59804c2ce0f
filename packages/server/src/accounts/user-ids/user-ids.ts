import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables, UserIdTable } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { Keys } from './keys.js';
import { lookupHash, makeUserId, seal, unseal } from './credential.js';

/** The name of the first one. */
export const FIRST_NAME = 'default';
/** Enough for one per program, and for replacing each without an outage. */
export const MAX_USER_IDS = 10;

export interface UserId {
  readonly name: string;
  /** For its owner; null if it was sealed with another secret. */
  readonly userId: string | null;
  readonly createdAt: number;
  /** To the minute; null: never. */
  readonly lastUsedAt: number | null;
}

/** Whether the change is still allowed, checked in its transaction. */
export type StillAllowed = (tx: Kysely<Tables>) => Promise<boolean>;

/**
 * The credentials of calls, stored so that a copy of the database is useless. An account may have several, each with a
 * name, so that one can be replaced while another works. Every call looks its user id up, so a revoked one stops
 * working immediately, on every server.
 */
export class UserIds {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly keys: Keys,
    private readonly now: () => number = Date.now,
  ) {}

  /** The value in `user_id.lookup_hash`. */
  hashOf(userId: string): string {
    return lookupHash(this.keys, userId);
  }

  /** The first user id of the account, created if there is none. Runs in the transaction that creates the account. */
  async issue(accountId: string, db: Kysely<Tables> = this.db): Promise<string> {
    const known = await this.show(accountId, db);
    if (known !== null) return known;
    const made = await this.#insert(db, accountId, FIRST_NAME, makeUserId());
    const shown = made ?? (await this.show(accountId, db));
    if (shown === null)
      throw new Error(`The user id of the account ${accountId} was sealed with another secret.`);
    return shown;
  }

  /** Adds a user id. Throws if the name is taken or there are too many. */
  async add(accountId: string, name: string, stillAllowed?: StillAllowed): Promise<string> {
    return this.#serialised(accountId, this.db, stillAllowed, async (tx) => {
      const names = await tx
        .selectFrom('user_id')
        .select('name')
        .where('account_id', '=', accountId)
        .execute();
      if (names.some((each) => each.name === name)) throw new ServiceError('user-id-name-taken');
      if (names.length >= MAX_USER_IDS)
        throw new ServiceError(
          'too-many-user-ids',
          `The account has ${MAX_USER_IDS} user ids, which is the most it may have; revoke one first.`,
          { limit: MAX_USER_IDS },
        );
      const made = await this.#insert(tx, accountId, name, makeUserId());
      if (made === null) throw new ServiceError('user-id-name-taken');
      return made;
    });
  }

  /** False if the account has none with this name. */
  async revoke(accountId: string, name: string): Promise<boolean> {
    const gone = await this.db
      .deleteFrom('user_id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst();
    return gone !== undefined;
  }

  /** Replaces all user ids of the account with a new one. */
  async replace(
    accountId: string,
    userId: string = makeUserId(),
    db: Kysely<Tables> = this.db,
    stillAllowed?: StillAllowed,
  ): Promise<string> {
    return this.#serialised(accountId, db, stillAllowed, async (tx) => {
      await tx.deleteFrom('user_id').where('account_id', '=', accountId).execute();
      await tx
        .insertInto('user_id')
        .values(this.#row(accountId, FIRST_NAME, userId))
        .execute();
      return userId;
    });
  }

  /** All of the account, the oldest first. */
  async list(accountId: string, db: Kysely<Tables> = this.db): Promise<readonly UserId[]> {
    const rows = await db
      .selectFrom('user_id')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('name')
      .execute();
    return rows.map((row) => this.#opened(row));
  }

  /** The oldest that can be shown; null if there is none, until a new one is added. */
  async show(accountId: string, db: Kysely<Tables> = this.db): Promise<string | null> {
    const shown = (await this.list(accountId, db)).find(({ userId }) => userId !== null);
    return shown?.userId ?? null;
  }

  /** Whether the newest user id was stored with this secret or the fallback. With another one, none works. */
  async secretFits(): Promise<boolean> {
    const newest = await this.db
      .selectFrom('user_id')
      .select(['account_id', 'sealed'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined || this.#unsealed(newest) !== null;
  }

  /** Serialises changes of one account's user ids, so that none is added while all are replaced. */
  #serialised<T>(
    accountId: string,
    db: Kysely<Tables>,
    stillAllowed: StillAllowed | undefined,
    work: (tx: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    const locked = async (tx: Kysely<Tables>): Promise<T> => {
      // An update that changes nothing locks the row on both databases.
      await tx
        .updateTable('account')
        .set((row) => ({ suspended_at: row.ref('suspended_at') }))
        .where('id', '=', accountId)
        .execute();
      if (stillAllowed !== undefined && !(await stillAllowed(tx))) throw new ServiceError('not-logged-in');
      return work(tx);
    };
    return db.isTransaction ? locked(db) : db.transaction().execute(locked);
  }

  /** The user id, or null if the name is taken. */
  async #insert(db: Kysely<Tables>, accountId: string, name: string, userId: string): Promise<string | null> {
    const made = await db
      .insertInto('user_id')
      .values(this.#row(accountId, name, userId))
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returning('name')
      .executeTakeFirst();
    return made === undefined ? null : userId;
  }

  #row(accountId: string, name: string, userId: string): Insertable<UserIdTable> {
    return {
      lookup_hash: this.hashOf(userId),
      account_id: accountId,
      name,
      sealed: seal(this.keys, accountId, userId),
      created_at: this.now(),
    };
  }

  #opened(row: Selectable<UserIdTable>): UserId {
    return {
      name: row.name,
      userId: this.#unsealed(row),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    };
  }

  #unsealed({ account_id, sealed }: Pick<Selectable<UserIdTable>, 'account_id' | 'sealed'>): string | null {
    const { fallback } = this.keys;
    return (
      unseal(this.keys, account_id, sealed) ??
      (fallback === undefined ? null : unseal(fallback, account_id, sealed))
    );
  }
}
