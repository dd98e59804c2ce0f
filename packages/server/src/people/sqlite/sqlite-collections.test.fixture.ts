import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '../../accounts/secret/keys.js';
import { copySqliteTemplate } from '../../db/databases.test.fixture.js';
import type { SqliteDatabase } from '../../db/database.js';
import { openSqlite } from '../../db/sqlite/open-sqlite.js';
import { Turns } from '../../work/turns.js';
import { Collections } from '../collections.js';
import { SqliteFaceStore } from './sqlite-face-store.js';

/** The owner of all collections of a test, without limits. */
export const ALL = { limits: { collections: null, people: null, faces: null }, accountId: 'a' };

export const KEYS = deriveKeys('the secret of this test, which is long enough');

export interface SqliteCollections {
  readonly folder: string;
  readonly database: SqliteDatabase;
  readonly store: SqliteFaceStore;
  readonly collections: Collections;
  readonly close: () => Promise<void>;
}

/** Collections of one account in a database of their own; what they report as a fault fails the test. */
export async function openSqliteCollections(): Promise<SqliteCollections> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-faces-'));
  await copySqliteTemplate(folder);
  const database = await openSqlite(folder);
  await database.db
    .insertInto('account')
    .values({ id: 'a', user_id: null, label: 'a', role: 'user', created_at: 0, suspended_at: null })
    .execute();
  const turns = new Turns({ atOnce: 1 });
  const store = new SqliteFaceStore({ database, keys: KEYS, maxBytes: 2 ** 30, turns });
  const collections = new Collections({ database, store, turns, now: Date.now }, (message, cause) => {
    throw new Error(message, { cause });
  });
  return {
    folder,
    database,
    store,
    collections,
    close: async () => {
      await collections.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
