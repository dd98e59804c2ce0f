import { deriveKeys } from '../accounts/secret/keys.js';
import type { Database } from '../db/database.js';
import { Collections } from './collections.js';
import type { Owner } from './collection-limits.js';
import { PostgresFaceStore } from './postgres/postgres-face-store.js';
import { SqliteFaceStore } from './sqlite/sqlite-face-store.js';

export const COLLECTION = 'office';
export const OWNER: Owner = { accountId: 'acc', limits: { collections: null, people: null, faces: null } };
export const SIGNAL: AbortSignal = new AbortController().signal;

/** Few, so that most searches go through an index. */
const INDEXED_ABOVE = 50;
const SECRET = 'a secret that every process of the test has, long enough';

const fail = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

/** Collections on a migrated database, with an account and a collection in it. */
export async function collectionsOn(database: Database): Promise<Collections> {
  const store =
    database.dialect === 'postgres'
      ? new PostgresFaceStore(database, fail, INDEXED_ABOVE)
      : new SqliteFaceStore({
          database,
          keys: deriveKeys(SECRET),
          maxBytes: 2 ** 28,
        });
  await store.prepare();
  const collections = new Collections({ database, store, now: Date.now }, fail);
  await database.db
    .insertInto('account')
    .values({ id: OWNER.accountId, label: '', role: 'user', created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await collections.put(OWNER, COLLECTION);
  return collections;
}
