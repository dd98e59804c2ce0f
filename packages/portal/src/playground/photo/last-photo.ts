import type { Detection } from '../../analysis/face.js';
import { readPhoto } from '../../analysis/reading-order.js';
import { readExchange, type Exchange } from '../../analysis/send.js';
import { markSent } from '../../analysis/sent-photos.js';
import { isFields } from '../../api/call.js';
import { committed, deleteDatabase, done, openDatabase } from '../../app/indexed-db.js';
import type { Photo } from './photo.js';

/** The last photo of an account and the response to it, which stay in this browser until the user logs out. */
interface LastPhoto {
  readonly owner: string;
  readonly photo: Photo;
  /** null: not analysed yet. */
  readonly exchange: Exchange | null;
}

interface RestoredPhoto {
  readonly photo: Photo;
  readonly response: { readonly exchange: Exchange; readonly data: Detection } | null;
}

const NAME = 'facet-last-photo';
const VERSION = 1;
const STORE = 'photo';
/** There is one place: the photo of another account is replaced. */
const KEY = 'last';

/** Every failure is ignored: a browser that stores nothing keeps the photo until the page is closed. */
export async function keepLastPhoto(last: LastPhoto): Promise<void> {
  await withStore('readwrite', async (store) => {
    store.put(last, KEY);
    await committed(store.transaction);
  });
}

export const removeLastPhoto = (): Promise<void> => deleteDatabase(NAME).catch(() => undefined);

/** The photo that this account had last in this browser; that of another account is removed. */
export async function restoreLastPhoto(owner: string): Promise<RestoredPhoto | null> {
  const found = await withStore('readonly', (store) => done<unknown>(store.get(KEY)));
  if (!isLastPhoto(found)) return null;
  if (found.owner !== owner) {
    await removeLastPhoto();
    return null;
  }
  const { photo, exchange } = found;
  // Whether it was sent before the page was opened is not known.
  markSent(photo.source);
  const read = exchange === null ? null : readExchange(exchange, readPhoto);
  return { photo, response: read?.ok === true ? read : null };
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | null> {
  try {
    const database = await openDatabase(NAME, VERSION, (created) => {
      created.createObjectStore(STORE);
    });
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const isLastPhoto = (value: unknown): value is LastPhoto =>
  isFields(value) && typeof value['owner'] === 'string' && isFields(value['photo']);
