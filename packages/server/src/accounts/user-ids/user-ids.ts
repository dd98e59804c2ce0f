import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables, UserIdTable } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { Keys } from './keys.js';
import { lookupHash, makeUserId, seal, unseal } from './credential.js';

/** The name of the first one. */
export const FIRST_NAME = 'default';
/** Enough for every program to have its own, and for each to be exchanged without an outage. */
export const MOST_USER_IDS = 10;

export interface UserId {
  readonly name: string;
  /** For its owner's eyes; null where it was sealed with another secret. */
  readonly userId: string | null;
  readonly createdAt: number;
  /** To the minute; null: never. */
  readonly lastUsedAt: number | null;
}

/** Whether whoever asks may still do so, at the moment of the change. */
export type StillAllowed = (tx: Kysely<Tables>) => Promise<boolean>;

/**
 * The credentials that calls are made with, stored so that a copy of the database is no use. An account has several, each
 * with a name of its own, so that one can be exchanged while the other works. Every call looks its id up, so that one
 * that is revoked is dead at once, on every server.
 */
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

  /** The first id of the account, made now if it has none yet. Takes the transaction that makes the account. */
  async issue(accountId: string, db: Kysely<Tables> = this.db): Promise<string> {
    const known = await this.show(accountId, db);
    if (known !== null) return known;
    const made = await this.#insert(db, accountId, FIRST_NAME, makeUserId());
    const shown = made ?? (await this.show(accountId, db));
    if (shown === null)
      throw new Error(`The user id of the account ${accountId} was sealed with another secret.`);
    return shown;
  }

  /** One more. Refuses a name that is taken, and more than there may be. */
  async add(accountId: string, name: string, stillAllowed?: StillAllowed): Promise<string> {
    return this.#inTurn(accountId, this.db, stillAllowed, async (tx) => {
      const names = await tx
        .selectFrom('user_id')
        .select('name')
        .where('account_id', '=', accountId)
        .execute();
      if (names.some((each) => each.name === name)) throw new ServiceError('user-id-name-taken');
      if (names.length >= MOST_USER_IDS)
        throw new ServiceError(
          'too-many-user-ids',
          `The account has ${MOST_USER_IDS} user ids, which is the most it may have; revoke one first.`,
          { limit: MOST_USER_IDS },
        );
      const made = await this.#insert(tx, accountId, name, makeUserId());
      if (made === null) throw new ServiceError('user-id-name-taken');
      return made;
    });
  }

  /** False where the account has none of this name. */
  async revoke(accountId: string, name: string): Promise<boolean> {
    const gone = await this.db
      .deleteFrom('user_id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst();
    return gone !== undefined;
  }

  /** One new id in the place of all that the account has. */
  async replace(
    accountId: string,
    userId: string = makeUserId(),
    db: Kysely<Tables> = this.db,
    stillAllowed?: StillAllowed,
  ): Promise<string> {
    return this.#inTurn(accountId, db, stillAllowed, async (tx) => {
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

  /** The oldest that can be shown; null where there is none: cured by a new one. */
  async show(accountId: string, db: Kysely<Tables> = this.db): Promise<string | null> {
    const shown = (await this.list(accountId, db)).find(({ userId }) => userId !== null);
    return shown?.userId ?? null;
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

  /** Changes of one account's ids come one after the other: none is added while all are replaced. */
  #inTurn<T>(
    accountId: string,
    db: Kysely<Tables>,
    stillAllowed: StillAllowed | undefined,
    work: (tx: Kysely<Tables>) => Promise<T>,
  ): Promise<T> {
    const locked = async (tx: Kysely<Tables>): Promise<T> => {
      // Writing what it holds locks the row on both databases.
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

  /** The id, or null where the name is taken. */
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
      userId: unseal(this.keys, row.account_id, row.sealed),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    };
  }
}
