import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, type Kysely } from 'kysely';
import type { Tables } from '../db/tables.js';
import {
  addressHash,
  type Keys,
  type KeySet,
  lookupHash,
  rekeyAddress,
  sealApiKey,
  unsealApiKey,
} from '../accounts/index.js';
import { sealVector, unsealVector } from '../people/index.js';

const PAGE = 200;
/** Between two changes, so that servers get the lock of SQLite's file in between. */
const PAUSE_MS = 1;

/** Keys of the new secret, with those of the old one as the fallback. */
type ChangingKeys = Keys & { readonly fallback: KeySet };

interface RekeyResult {
  readonly what: { readonly one: string; readonly many: string };
  /** Moved to the new secret by this run. */
  readonly rekeyed: number;
  /** Not moved, although they may not be under the new secret. */
  readonly left: number;
  /** What `left` means, if it is not 0. */
  readonly advice: string;
}

type Rekey = (db: Kysely<Tables>, keys: ChangingKeys) => Promise<RekeyResult>;

/**
 * How everything that is stored under a key moves to a new secret. A new key, for example of encrypted data, does not
 * compile until it is listed here. Each change is one small transaction, conditional on what was read, so that a run
 * can be interrupted, repeated, and run beside servers that accept both secrets.
 */
const REKEYING: Readonly<Record<keyof KeySet, Rekey | null>> = {
  lookup: rekeyApiKeys,
  sealing: rekeyApiKeys,
  addresses: rekeyAddresses,
  vectors: rekeyVectors,
  // Nothing is stored under it for longer than half an hour: cookies are signed anew when sessions are extended.
  sessions: null,
  // A session lasts for minutes.
  liveness: null,
};

/** Moves everything from the fallback secret to the new one. */
export async function rotateSecret(db: Kysely<Tables>, keys: ChangingKeys): Promise<RekeyResult[]> {
  const results: RekeyResult[] = [];
  for (const rekey of new Set(Object.values(REKEYING)))
    if (rekey !== null) results.push(await rekey(db, keys));
  return results;
}

async function rekeyApiKeys(db: Kysely<Tables>, keys: ChangingKeys): Promise<RekeyResult> {
  let [rekeyed, left] = [0, 0];
  for (let after = ''; ;) {
    // In the order of the hashes: a row that has moved may come again, but none that has not moved is skipped.
    const page = await db
      .selectFrom('api_key')
      .select(['lookup_hash', 'account_id', 'sealed'])
      .where('lookup_hash', '>', after)
      .orderBy('lookup_hash')
      .limit(PAGE)
      .execute();
    for (const row of page) {
      const apiKey = unsealApiKey(keys.fallback, row.account_id, row.sealed);
      if (apiKey === null) {
        if (unsealApiKey(keys, row.account_id, row.sealed) === null) left += 1;
        continue;
      }
      const moved = await db
        .updateTable('api_key')
        .set({ lookup_hash: lookupHash(keys, apiKey), sealed: sealApiKey(keys, row.account_id, apiKey) })
        .where('lookup_hash', '=', row.lookup_hash)
        .returning('account_id')
        .executeTakeFirst();
      // Otherwise it was revoked meanwhile.
      if (moved !== undefined) rekeyed += 1;
      await sleep(PAUSE_MS);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.lookup_hash;
  }
  return {
    what: { one: 'API key', many: 'API keys' },
    rekeyed,
    left,
    advice: 'API keys that were stored with a third secret do not work; their owners have to replace them.',
  };
}

async function rekeyAddresses(db: Kysely<Tables>, keys: ChangingKeys): Promise<RekeyResult> {
  let rekeyed = 0;
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('account')
      .select(['id', 'label', 'email_hash'])
      .where('deleted_at', 'is', null)
      .where('email_hash', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { label, email_hash } of page) {
      if (email_hash !== addressHash(keys.fallback, label)) continue;
      rekeyed += await rekeyAddress(db, keys, label);
      await sleep(PAUSE_MS);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  const { left } = await db
    .selectFrom('account')
    .select((select) => select.fn.countAll<number | string>().as('left'))
    .where('deleted_at', 'is not', null)
    .where('email_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    what: { one: 'hash of an email address', many: 'hashes of email addresses' },
    rekeyed,
    left: Number(left),
    advice:
      'The addresses of deleted accounts are not stored, so it is unknown which of their hashes were made with the old secret. Those that were no longer recognise an address that signs up again once the old secret is unset.',
  };
}

/** On PostgreSQL, the vectors of collections are not encrypted, and their table may be missing. */
async function rekeyVectors(db: Kysely<Tables>, keys: ChangingKeys): Promise<RekeyResult> {
  let [rekeyed, left] = [0, 0];
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  for (let after = { collection: 0, number: 0 }; isSqlite;) {
    const page = await db
      .selectFrom('collection_face')
      .select(['collection', 'number', 'model', 'sealed'])
      .where((row) =>
        row(row.refTuple('collection', 'number'), '>', row.tuple(after.collection, after.number)),
      )
      .orderBy('collection')
      .orderBy('number')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
    rekeyed += await db.transaction().execute(async (tx) => {
      let moved = 0;
      for (const row of page) {
        const vector = unsealVector(keys.fallback, row, row.sealed);
        if (vector === null) {
          if (unsealVector(keys, row, row.sealed) === null) left += 1;
          continue;
        }
        const { numUpdatedRows } = await tx
          .updateTable('collection_face')
          .set({ sealed: sealVector(keys, row, vector) })
          .where('collection', '=', row.collection)
          .where('number', '=', row.number)
          .executeTakeFirstOrThrow();
        moved += Number(numUpdatedRows);
      }
      return moved;
    });
    await sleep(PAUSE_MS);
  }
  return {
    what: { one: 'vector in a collection', many: 'vectors in collections' },
    rekeyed,
    left,
    advice:
      'Vectors that were encrypted with a third secret are lost; delete their people and enrol them again.',
  };
}
