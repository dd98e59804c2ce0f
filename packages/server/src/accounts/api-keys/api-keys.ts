import type { Insertable, Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Tables, ApiKeyTable } from '../../db/tables.js';
import { ServiceError } from '../../errors.js';
import type { Keys } from '../secret/keys.js';
import { limitsOfRow, NO_LIMITS, storedLimits, type KeyLimits } from './key-limits.js';
import { lookupHash, makeApiKey, sealApiKey, unsealWithEither } from './credential.js';

/** The name of the first one. */
const FIRST_NAME = 'default';
/** Enough for one per program, and for replacing each without an outage. */
export const MAX_API_KEYS = 10;

const LONGEST = 40;
const NAME = `a name of 1 to ${LONGEST} printable characters`;

/** The name of an API key: "laptop", "nightly job". The error completes "must be". */
export const apiKeyName = z
  .string({ error: NAME })
  .trim()
  .min(1, { error: NAME })
  .max(LONGEST, { error: NAME })
  // Not a pattern: tools that read it from the OpenAPI document do not support Unicode classes.
  .refine((name) => !/\p{C}/u.test(name), { error: NAME })
  .describe('What the API key is for; no two of an account have the same name.');

export interface ApiKey extends KeyLimits {
  readonly name: string;
  /** For its owner, of the first alone, which may do everything; the others are shown when they are made. */
  readonly apiKey: string | null;
  /** Whether it works: it has not expired, and was not stored with another secret. */
  readonly works: boolean;
  readonly createdAt: number;
  /** To the minute; null: never. */
  readonly lastUsedAt: number | null;
}

/** Whether the change is still allowed, checked in its transaction. */
export type StillAllowed = (tx: Kysely<Tables>) => Promise<boolean>;

/**
 * The credentials of calls, stored so that a copy of the database is useless. An account may have several, each with a
 * name, so that one can be replaced while another works. Every call looks its API key up, so a revoked one stops
 * working immediately, on every server.
 */
export class ApiKeys {
  constructor(
    private readonly db: Kysely<Tables>,
    private readonly keys: Keys,
    private readonly now: () => number = Date.now,
  ) {}

  /** The value in `api_key.lookup_hash`. */
  hashOf(apiKey: string): string {
    return lookupHash(this.keys, apiKey);
  }

  /** The first API key of the account, created if there is none. Runs in the transaction that creates the account. */
  async issue(accountId: string, db: Kysely<Tables> = this.db): Promise<string> {
    const known = await this.show(accountId, db);
    if (known !== null) return known;
    const made = await this.#insert(db, accountId, FIRST_NAME, makeApiKey());
    const shown = made ?? (await this.show(accountId, db));
    if (shown === null)
      throw new Error(`The API key of the account ${accountId} was sealed with another secret.`);
    return shown;
  }

  /** Adds an API key, which is shown this once. Throws if the name is taken or there are too many. */
  async add(
    accountId: string,
    name: string,
    limits: KeyLimits = NO_LIMITS,
    stillAllowed?: StillAllowed,
  ): Promise<string> {
    return this.#serialised(accountId, this.db, stillAllowed, async (tx) => {
      const names = await tx
        .selectFrom('api_key')
        .select('name')
        .where('account_id', '=', accountId)
        .execute();
      if (names.some((each) => each.name === name)) throw new ServiceError('api-key-name-taken');
      if (names.length >= MAX_API_KEYS)
        throw new ServiceError(
          'too-many-api-keys',
          `The account has ${MAX_API_KEYS} API keys, which is the most it may have; revoke one first.`,
          { limit: MAX_API_KEYS },
        );
      const made = await this.#insert(tx, accountId, name, makeApiKey(), limits);
      if (made === null) throw new ServiceError('api-key-name-taken');
      return made;
    });
  }

  /** False if the account has none with this name. */
  async revoke(accountId: string, name: string): Promise<boolean> {
    const gone = await this.db
      .deleteFrom('api_key')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst();
    return gone !== undefined;
  }

  /** Replaces all API keys of the account with a new one. */
  async replace(
    accountId: string,
    apiKey: string = makeApiKey(),
    db: Kysely<Tables> = this.db,
    stillAllowed?: StillAllowed,
  ): Promise<string> {
    return this.#serialised(accountId, db, stillAllowed, async (tx) => {
      await tx.deleteFrom('api_key').where('account_id', '=', accountId).execute();
      await tx
        .insertInto('api_key')
        .values(this.#row(accountId, FIRST_NAME, apiKey))
        .execute();
      return apiKey;
    });
  }

  /** All of the account, the oldest first. */
  async list(accountId: string, db: Kysely<Tables> = this.db): Promise<readonly ApiKey[]> {
    const rows = await db
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('name')
      .execute();
    return rows.map((row) => this.#opened(row));
  }

  /** The first one, which the specification wants to be seen after log-in; null if there is none any more. */
  async show(accountId: string, db: Kysely<Tables> = this.db): Promise<string | null> {
    const shown = (await this.list(accountId, db)).find(({ apiKey }) => apiKey !== null);
    return shown?.apiKey ?? null;
  }

  /** Whether the newest API key was stored with this secret or the fallback. With another one, none works. */
  async secretFits(): Promise<boolean> {
    const newest = await this.db
      .selectFrom('api_key')
      .select(['account_id', 'sealed'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined || this.#unsealed(newest) !== null;
  }

  /** Serialises changes of one account's API keys, so that none is added while all are replaced. */
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

  /** The API key, or null if the name is taken. */
  async #insert(
    db: Kysely<Tables>,
    accountId: string,
    name: string,
    apiKey: string,
    limits = NO_LIMITS,
  ): Promise<string | null> {
    const made = await db
      .insertInto('api_key')
      .values({ ...this.#row(accountId, name, apiKey), ...storedLimits(limits) })
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returning('name')
      .executeTakeFirst();
    return made === undefined ? null : apiKey;
  }

  #row(accountId: string, name: string, apiKey: string): Insertable<ApiKeyTable> {
    return {
      lookup_hash: this.hashOf(apiKey),
      account_id: accountId,
      name,
      sealed: sealApiKey(this.keys, accountId, apiKey),
      created_at: this.now(),
    };
  }

  #opened(row: Selectable<ApiKeyTable>): ApiKey {
    const { name } = row;
    const limits = limitsOfRow(row);
    const { scopes, expiresAt, origins } = limits;
    const apiKey = this.#unsealed(row);
    const isFirst = name === FIRST_NAME && scopes === null && expiresAt === null && origins === null;
    return {
      name,
      ...limits,
      apiKey: isFirst ? apiKey : null,
      works: apiKey !== null && (expiresAt === null || expiresAt > this.now()),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    };
  }

  #unsealed({ account_id, sealed }: Pick<Selectable<ApiKeyTable>, 'account_id' | 'sealed'>): string | null {
    return unsealWithEither(this.keys, account_id, sealed);
  }
}
