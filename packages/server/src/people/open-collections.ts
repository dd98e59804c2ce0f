import type { Keys } from '../accounts/index.js';
import type { Database } from '../db/database.js';
import { Turns } from '../work/turns.js';
import type { CollectionParts } from './collection-rows.js';
import { Collections } from './collections.js';
import type { FaceStore } from './face-store.js';
import { DatabaseClock } from './postgres/database-clock.js';
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
  const { database, isOn, onFault } = options;
  // SQLite runs in this thread; PostgreSQL runs a few statements at once, and has connections left for the meter.
  const turns = new Turns({ atOnce: database.dialect === 'sqlite' ? 1 : 4 });
  const store = storeOf(options, turns);
  if (isOn) await store.prepare();
  const collections = new Collections(
    { database, store, turns, ...(await clockOf(database, options.now)) },
    onFault,
  );
  collections.start();
  return collections;
}

function storeOf({ database, keys, maxBytes, onFault }: CollectionsOptions, turns: Turns): FaceStore {
  if (database.dialect === 'sqlite') return new SqliteFaceStore({ database, keys, maxBytes, turns });
  return new PostgresFaceStore(database, onFault);
}

async function clockOf(
  database: Database,
  given: (() => number) | undefined,
): Promise<Pick<CollectionParts, 'now' | 'lookAtClock'>> {
  if (given !== undefined || database.dialect === 'sqlite') return { now: given ?? Date.now };
  const clock = new DatabaseClock(database.db);
  await clock.look();
  return { now: () => clock.now(), lookAtClock: () => clock.look() };
}
