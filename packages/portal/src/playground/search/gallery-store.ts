import { isFields } from '../../api/call.js';
import type { Person } from './gallery.js';

/** Where the people of one account are kept in this browser. */
export interface GalleryStore {
  list(): Promise<Person[]>;
  put(people: readonly Person[]): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

const VERSION = 1;
const PEOPLE = 'people';

/** Two accounts in one browser do not see each other's people. */
const databaseName = (owner: string): string => `facet-people ${owner}`;

export async function openGalleryStore(owner: string): Promise<GalleryStore> {
  const opening = indexedDB.open(databaseName(owner), VERSION);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(PEOPLE, { keyPath: 'id' });
  };
  const database = await done(opening);
  // Another tab may want to delete it all.
  database.onversionchange = () => {
    database.close();
  };
  const people = (mode: IDBTransactionMode): IDBObjectStore =>
    database.transaction(PEOPLE, mode).objectStore(PEOPLE);
  return {
    list: async () => (await done(people('readonly').getAll())).map(withCurrentNames).filter(isPerson),
    put: async (some) => {
      const store = people('readwrite');
      for (const person of some) store.put(person);
      await committed(store.transaction);
    },
    remove: async (id) => {
      await done(people('readwrite').delete(id));
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
export async function deleteGalleryStore(owner: string): Promise<void> {
  await done(indexedDB.deleteDatabase(databaseName(owner)));
}

/** An earlier version of this page stored the vectors of a person as `templates`. */
function withCurrentNames(value: unknown): unknown {
  if (!isFields(value) || !('templates' in value)) return value;
  const { templates, ...person } = value;
  return { ...person, vectors: templates };
}

const isPerson = (value: unknown): value is Person =>
  isFields(value) && typeof value['name'] === 'string' && Array.isArray(value['vectors']);

const DEADLINE_MS = 10_000;

const tooLate = (reject: (reason: Error) => void): ReturnType<typeof setTimeout> =>
  setTimeout(() => {
    reject(new Error('The store of this browser does not respond.'));
  }, DEADLINE_MS);

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = tooLate(reject);
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('The store of this browser failed.'));
    };
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = tooLate(reject);
    transaction.oncomplete = () => {
      clearTimeout(timer);
      resolve();
    };
    transaction.onabort = () => {
      clearTimeout(timer);
      reject(transaction.error ?? new Error('The store of this browser failed.'));
    };
  });
}
