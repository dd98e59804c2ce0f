import { isFields } from '../../api/call.js';
import { committed, deleteDatabase, done, openDatabase } from '../../app/indexed-db.js';
import type { Person } from './gallery.js';

/** Where the people of one account are kept in this browser. */
export interface GalleryStore {
  list(): Promise<Person[]>;
  /** Both or neither: somebody who is merged must not be lost. */
  change(put: readonly Person[], removed: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

const VERSION = 1;
const PEOPLE = 'people';

/** Two accounts in one browser do not see each other's people. */
const databaseName = (owner: string): string => `facet-people ${owner}`;

export async function openGalleryStore(owner: string): Promise<GalleryStore> {
  const database = await openDatabase(databaseName(owner), VERSION, (created) => {
    created.createObjectStore(PEOPLE, { keyPath: 'id' });
  });
  const people = (mode: IDBTransactionMode): IDBObjectStore =>
    database.transaction(PEOPLE, mode).objectStore(PEOPLE);
  return {
    list: async () => (await done(people('readonly').getAll())).filter(isPerson),
    change: async (put, removed) => {
      const store = people('readwrite');
      for (const id of removed) store.delete(id);
      for (const person of put) store.put(person);
      await committed(store.transaction);
    },
    clear: async () => {
      await done(people('readwrite').clear());
    },
    close: () => {
      database.close();
    },
  };
}

/** When an account is deleted, nothing of it stays in this browser. */
export const deleteGalleryStore = (owner: string): Promise<void> => deleteDatabase(databaseName(owner));

const isPerson = (value: unknown): value is Person =>
  isFields(value) && typeof value['name'] === 'string' && Array.isArray(value['vectors']);
