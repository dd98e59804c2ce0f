import { distanceBetween } from '@facet/gallery/search';
import { Ranking } from '@facet/gallery/internals';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Keys } from '../../accounts/index.js';
import type { SqliteDatabase } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';
import { abortable } from '../../work/deadline.js';
import { NEVER, type Turns } from '../../work/turns.js';
import type {
  FaceStore,
  NearestOptions,
  Neighbour,
  PersonWithFaces,
  SearchedCollection,
  StoredFace,
} from '../face-store.js';
import { MAX_FACES_OF_PERSON } from '../collection-limits.js';
import { upToFaces, type PersonRow } from '../collection-rows.js';
import type { Candidate, FaceIndex } from './face-index.js';
import { LoadedIndexes } from './loaded-indexes.js';
import { NearestFound } from './nearest-found.js';
import { ScanThreads } from './scan-threads.js';
import { sealVector, unsealVector, type SealedRow } from './sealed-vector.js';

/** Faces that are decrypted in one turn: about two milliseconds. */
const LOADED_AT_ONCE = 256;
/** Faces of a small collection that are searched in one turn: half a millisecond. */
const SCANNED_AT_ONCE = 2048;
/** Candidates that are read and compared in one turn. */
const COMPARED_AT_ONCE = 128;
/** Rows of one statement; SQLite accepts 32,766 values. */
const INSERTED_AT_ONCE = 500;
const ERASED_AT_ONCE = 500;

export interface SqliteFaceStoreOptions {
  readonly database: SqliteDatabase;
  readonly keys: Pick<Keys, 'vectors' | 'fallback'>;
  /** For all collections in memory together. */
  readonly maxBytes: number;
  readonly turns: Turns;
  readonly now?: () => number;
}

type InTurn = <T>(piece: () => T | Promise<T>) => Promise<T>;

/** Vectors in SQLite, encrypted; searched in memory. */
export class SqliteFaceStore implements FaceStore {
  readonly movedAtOnce = MAX_FACES_OF_PERSON;
  readonly #database: SqliteDatabase;
  readonly #db: Kysely<Tables>;
  readonly #keys: SqliteFaceStoreOptions['keys'];
  readonly #indexes: LoadedIndexes;
  readonly #turns: Turns;
  readonly #threads: ScanThreads;
  readonly #now: () => number;
  readonly #removing = new Set<number>();
  /** Whether the log may hold deleted vectors: also those that were deleted before the start. */
  #mustForget = true;

  constructor({ database, keys, maxBytes, turns, now = Date.now }: SqliteFaceStoreOptions) {
    this.#database = database;
    this.#db = database.db;
    this.#keys = keys;
    this.#now = now;
    this.#turns = turns;
    this.#threads = new ScanThreads(() => turns.isBusy());
    // A collection is loaded for all who wait for it, also if one of them leaves.
    this.#indexes = new LoadedIndexes({
      maxBytes,
      loadSome: (index, accountId, onEnd) => turns.run(accountId, NEVER, () => this.#loadSome(index, onEnd)),
      onDrop: (index) => {
        if (index.shared !== null) this.#threads.forget();
      },
    });
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  async change<T>(collection: number, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    let committed = false;
    try {
      const result = await this.#db.transaction().execute(work);
      committed = true;
      return result;
    } finally {
      this.#indexes.settle(collection, committed);
      if (this.#removing.delete(collection) && committed) this.#mustForget = true;
    }
  }

  async insert(
    tx: Transaction<Tables>,
    collection: number,
    faces: readonly StoredFace[],
    { model, at }: { readonly model: string; readonly at: number },
  ): Promise<void> {
    for (let from = 0; from < faces.length; from += INSERTED_AT_ONCE) {
      const rows = faces.slice(from, from + INSERTED_AT_ONCE).map(({ number, person, vector }) => ({
        collection,
        number,
        person,
        model,
        sealed: sealVector(this.#keys, { collection, number, model }, vector),
        created_at: at,
      }));
      await tx.insertInto('collection_face').values(rows).execute();
    }
    const add = (index: FaceIndex): void => {
      for (const { number, person, vector } of faces) index.push(number, person, vector);
    };
    this.#indexes.change(collection, add, true);
  }

  moved(collection: number, faces: readonly number[], person: number): void {
    const move = (index: FaceIndex): void => {
      for (const face of faces) index.move(face, person);
    };
    this.#indexes.change(collection, move, false);
  }

  removed(collection: number, faces: readonly number[]): void {
    const remove = (index: FaceIndex): void => {
      for (const face of faces) index.remove(face);
    };
    this.#indexes.change(collection, remove, false);
    this.#removing.add(collection);
  }

  async ofPerson(tx: Transaction<Tables> | null, collection: number, person: number): Promise<StoredFace[]> {
    const rows = await (tx ?? this.#db)
      .selectFrom('collection_face')
      .select(['collection', 'number', 'person', 'model', 'sealed'])
      .where('person', '=', person)
      .where('collection', '=', collection)
      .orderBy('number')
      .execute();
    return rows.map((row) => this.#opened(row));
  }

  async ready(collection: SearchedCollection, signal: AbortSignal): Promise<void> {
    await abortable(this.#indexes.load(collection), signal);
  }

  async nearest(
    collections: readonly SearchedCollection[],
    query: Float32Array,
    options: NearestOptions,
  ): Promise<Neighbour[]> {
    const first = await this.#nearestExcept(new Set(), collections, query, options);
    if (first !== 'expired') return first;
    const numbers = collections.map(({ number }) => number);
    const expired = await this.#db
      .selectFrom('collection_person')
      .select('number')
      .where('collection', 'in', numbers)
      .where('expires_at', '<=', this.#now())
      .execute();
    const excluded = new Set(expired.map(({ number }) => number));
    const second = await this.#nearestExcept(excluded, collections, query, options);
    // Somebody has expired since; the next search is without them.
    return second === 'expired' ? [] : second;
  }

  peopleAfter(collection: number, id: string): Promise<readonly PersonWithFaces[]> {
    const { connection } = this.#database;
    return connection.immediate(() => {
      const rows = connection.prepare(EXPORTED)([collection, this.#now(), id]) as unknown as ExportedRow[];
      const facesOf = connection.prepare(FACES);
      return upToFaces(rows).map((row) => ({
        id: row.id,
        displayName: row.display_name,
        metadata: row.metadata,
        consent: row.consent,
        expiresAt: row.expires_at,
        vectors: (facesOf([row.number]) as unknown as SealedRow[]).map((face) => this.#opened(face).vector),
      }));
    });
  }

  async eraseSome(collection: number): Promise<boolean> {
    this.#indexes.drop(collection);
    const { rows } = await sql`
      delete from collection_face where collection = ${collection} and number in (
        select number from collection_face where collection = ${collection} limit ${sql.lit(ERASED_AT_ONCE)}
      ) returning 1 as gone`.execute(this.#db);
    this.#mustForget = true;
    return rows.length < ERASED_AT_ONCE;
  }

  /** What was deleted is overwritten in the file at once, but stays in the write-ahead log until that is emptied. */
  async forget(): Promise<void> {
    if (!this.#mustForget) return;
    this.#mustForget = false;
    const hasForgotten = await this.#database.connection.emptyLog().catch(() => false);
    if (!hasForgotten) this.#mustForget = true;
  }

  heldBytes(): number {
    return this.#indexes.bytes;
  }

  close(): Promise<void> {
    this.#indexes.close();
    return Promise.resolve();
  }

  /** The nearest people without those excluded; or that somebody among them has expired. */
  async #nearestExcept(
    excluded: ReadonlySet<number>,
    collections: readonly SearchedCollection[],
    query: Float32Array,
    { k, threshold, signal }: NearestOptions,
  ): Promise<Neighbour[] | 'expired'> {
    const nearest = new NearestFound<Candidate>(k, threshold, excluded);
    const caller = collections[0]?.account_id ?? '';
    const inTurn: InTurn = (piece) => this.#turns.run(caller, signal, piece);
    for (const collection of collections) {
      const index = await abortable(this.#indexes.load(collection), signal);
      for (let from = 0; index.shared === null && from < index.length; from += SCANNED_AT_ONCE)
        await inTurn(() => {
          index.scanPlain(query, from, Math.min(index.length, from + SCANNED_AT_ONCE), nearest);
        });
      // It may have grown meanwhile.
      const { shared } = index;
      if (shared !== null)
        await this.#threads.scan(
          { ...shared, query, k, excluded },
          {
            caller,
            signal,
            bound: () => nearest.bound,
            onFound: (found) => {
              for (const each of found) nearest.offer(index.candidateOf(each));
            },
          },
        );
    }
    return this.#compared(nearest.nearest(), query, { k, threshold }, inTurn);
  }

  /** Reads the candidates, nearest first, until no other can be nearer, and compares them exactly. */
  async #compared(
    candidates: readonly Candidate[],
    query: Float32Array,
    { k, threshold }: Omit<NearestOptions, 'signal'>,
    inTurn: InTurn,
  ): Promise<Neighbour[] | 'expired'> {
    const ranking = new Ranking(k, threshold, (person, other) => person < other);
    const people = new Map<number, CandidateRow>();
    const now = this.#now();
    for (let from = 0; from < candidates.length; from += COMPARED_AT_ONCE) {
      const part = candidates.slice(from, from + COMPARED_AT_ONCE);
      if (part.every(({ least }) => least * least > ranking.bound)) break;
      const someExpired = await inTurn(async () => {
        for (const row of await this.#rowsOf(part)) {
          if (row.expires_at !== null && row.expires_at <= now) return true;
          const distance = distanceBetween(query, this.#opened(row).vector);
          ranking.offer(row.person, distance * distance);
          people.set(row.person, row);
        }
        return false;
      });
      if (someExpired) return 'expired';
    }
    return ranking.places.flatMap(({ person, distance }) => {
      const row = people.get(person);
      return row === undefined
        ? []
        : { person, id: row.id, displayName: row.display_name, collection: row.collection, distance };
    });
  }

  /** The rows of candidates that still exist, with the person whose they are now. */
  #rowsOf(candidates: readonly Candidate[]): Promise<CandidateRow[]> {
    const { connection } = this.#database;
    return connection.immediate(() => {
      // Prepared once: building a query for the whole list would take longer than running this one.
      const read = connection.prepare(CANDIDATE);
      return candidates.flatMap(
        ({ collection, face }) => read([collection, face]) as unknown as CandidateRow[],
      );
    });
  }

  /** In one transaction of the connection, in which nothing else can change the table. */
  #loadSome(index: FaceIndex, onEnd: () => void): Promise<boolean> {
    const { connection } = this.#database;
    return connection.immediate(() => {
      const rows = connection.prepare(PAGE)([index.collection, index.lastNumber]) as unknown as SealedRow[];
      for (const row of rows) index.push(row.number, row.person, this.#opened(row).vector);
      const hasMore = rows.length === LOADED_AT_ONCE;
      if (!hasMore) onEnd();
      return hasMore;
    });
  }

  #opened(row: SealedRow): StoredFace {
    const { fallback } = this.#keys;
    const vector =
      unsealVector(this.#keys, row, row.sealed) ??
      (fallback === undefined ? null : unsealVector(fallback, row, row.sealed));
    if (vector === null)
      throw new Error(
        `A vector of collection ${row.collection} was encrypted with another secret, or was altered.`,
      );
    return { number: row.number, person: row.person, vector };
  }
}

const PAGE = `select collection, number, person, model, sealed from collection_face
  where collection = ? and number > ? order by number limit ${LOADED_AT_ONCE}`;

type ExportedRow = Omit<PersonRow, 'collection' | 'created_at'>;

/** People who are read at once, if they have few faces. */
const EXPORTED_AT_ONCE = 50;

const EXPORTED = `select number, id, display_name, metadata, consent, expires_at, faces from collection_person
  where collection = ? and faces > 0 and (expires_at is null or expires_at > ?) and id > ?
  order by id limit ${EXPORTED_AT_ONCE}`;

const FACES =
  'select collection, number, person, model, sealed from collection_face where person = ? order by number';

interface CandidateRow extends SealedRow {
  readonly id: string;
  readonly display_name: string | null;
  readonly expires_at: number | null;
}

const CANDIDATE = `select face.collection, face.number, face.person, face.model, face.sealed,
    owner.id, owner.display_name, owner.expires_at
  from collection_face face
  join collection_person owner on owner.number = face.person
  join collection kept on kept.number = face.collection and kept.account_id is not null
  where face.collection = ? and face.number = ?`;
