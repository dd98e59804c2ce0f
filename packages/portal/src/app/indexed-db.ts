const DEADLINE_MS = 10_000;

/** Opens a database of this browser with one object store in it. */
export async function openDatabase(
  name: string,
  version: number,
  createStore: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    createStore(opening.result);
  };
  const database = await done(opening);
  // Another tab may want to delete it all.
  database.onversionchange = () => {
    database.close();
  };
  return database;
}

export const deleteDatabase = async (name: string): Promise<void> => {
  await done(indexedDB.deleteDatabase(name));
};

export function done<Result>(request: IDBRequest<Result>): Promise<Result> {
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

export function committed(transaction: IDBTransaction): Promise<void> {
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

const tooLate = (reject: (reason: Error) => void): ReturnType<typeof setTimeout> =>
  setTimeout(() => {
    reject(new Error('The store of this browser does not respond.'));
  }, DEADLINE_MS);
