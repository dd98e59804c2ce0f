import type { Keys } from '../accounts/index.js';
import type { Database } from '../db/database.js';
import { Collections } from './collections.js';
import type { FaceStore } from './face-store.js';
import { PostgresFaceStore } from './postgres/postgres-face-store.js';
import { SqliteFaceStore } from './sqlite/sqlite-face-store.js';

export interface CollectionsOptions {
  readonly database: Database;
  readonly keys: Keys;
  /** Whether the operator has turned them on. */
  readonly isOn: boolean;
  /** For the collections that are searched in memory. */
  readonly maxBytes: number;
  readonly onFault: (message: string, cause: unknown) => void;
  readonly now?: () => number;
}

/**
 * Opens collections. While they are off, nobody can use them, but what was stored before still expires. Nothing else needs
 * the vectors then, so PostgreSQL may be without pgvector.
 */
export async function openCollections(options: CollectionsOptions): Promise<Collections> {
  const { database, isOn, onFault, now = Date.now } = options;
  const store = storeOf(options);
  if (isOn) await store.prepare();
  const collections = new Collections({ database, store, now }, onFault);
  collections.start();
  return collections;
}

function storeOf({ database, keys, maxBytes, onFault }: CollectionsOptions): FaceStore {
  if (database.dialect === 'sqlite') return new SqliteFaceStore({ database, keys, maxBytes });
  return new PostgresFaceStore(database, onFault);
}
