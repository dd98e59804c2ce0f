import { fromSql, toSql } from '@facet/gallery/pgvector';
import { sql, type Transaction } from 'kysely';
import type { PostgresDatabase } from '../../db/database.js';
import type { Tables } from '../../db/tables.js';
import { elsewhere, Turns } from '../../work/turns.js';
import { MAX_FACES_OF_PERSON } from '../collection-limits.js';
import { FACES_AT_ONCE, type PersonRow } from '../collection-rows.js';
import type {
  FaceStore,
  NearestOptions,
  Neighbour,
  PersonWithFaces,
  SearchedCollection,
  StoredFace,
} from '../face-store.js';
import { NOW_IN_SQL } from './database-clock.js';
import { HnswIndexes, INDEXED_ABOVE } from './hnsw-indexes.js';
import { nearestExactly, nearestNearby } from './nearest-people.js';
import { preparePgvector } from './prepare-pgvector.js';

const ERASED_AT_ONCE = 5000;
/** Searches at the same time, of which one account has no more than half: each keeps one of the database's processors busy. */
const SEARCHED_AT_ONCE = 4;
/** People who are read at once, if they have few faces. */
const EXPORTED_AT_ONCE = 100;

interface ExportedRow extends Omit<PersonRow, 'number' | 'collection' | 'created_at' | 'faces'> {
  /** Null for somebody whose last face was deleted by a transaction that has not counted it yet. */
  readonly vectors: readonly string[] | null;
}

/** Faces in PostgreSQL with pgvector, which every server queries for every search: none keeps anything of its own. */
export class PostgresFaceStore implements FaceStore {
  /** PostgreSQL inserts a changed row into every index again: into that of a large collection in about 5 ms. */
  readonly movedAtOnce = 100;
  readonly #database: PostgresDatabase;
  readonly #indexedAbove: number;
  readonly #turns = new Turns({ atOnce: SEARCHED_AT_ONCE, atOncePerCaller: SEARCHED_AT_ONCE / 2 });
  readonly indexes: HnswIndexes;

  constructor(
    database: PostgresDatabase,
    onFault: (message: string, cause: unknown) => void,
    indexedAbove = INDEXED_ABOVE,
  ) {
    this.#database = database;
    this.#indexedAbove = indexedAbove;
    this.indexes = new HnswIndexes(database.connections, indexedAbove, (cause) => {
      onFault('The index of a collection could not be built; searches compare every face.', cause);
    });
  }

  async prepare(): Promise<void> {
    await preparePgvector(this.#database.db);
    this.indexes.start();
  }

  change<T>(_collection: number, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.#database.db.transaction().execute(work);
  }

  async insert(
    tx: Transaction<Tables>,
    collection: number,
    faces: readonly StoredFace[],
    { model, at }: { readonly model: string; readonly at: number },
  ): Promise<void> {
    await sql`
      insert into collection_face (collection, number, person, model, vector, created_at)
      select ${collection}, given.number, given.person, ${model}, given.vector::vector, ${at}
      from unnest(
        ${faces.map(({ number }) => number)}::bigint[],
        ${faces.map(({ person }) => person)}::bigint[],
        ${faces.map(({ vector }) => toSql(vector))}::text[]
      ) as given (number, person, vector)`.execute(tx);
  }

  moved(): void {
    // Every search reads the rows themselves.
  }

  removed(): void {
    // As above.
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  async ofPerson(tx: Transaction<Tables> | null, collection: number, person: number): Promise<StoredFace[]> {
    const { rows } = await sql<{ number: number; vector: string }>`
      select number, vector::text as vector from collection_face
      where person = ${person} and collection = ${collection}
      order by number limit ${sql.lit(MAX_FACES_OF_PERSON)}`.execute(tx ?? this.#database.db);
    return rows.map(({ number, vector }) => ({ number, person, vector: fromSql(vector) }));
  }

  async nearest(
    collections: readonly SearchedCollection[],
    query: Float32Array,
    { k, threshold, signal }: NearestOptions,
  ): Promise<Neighbour[]> {
    const large = collections.filter(({ faces }) => faces > this.#indexedAbove);
    const small = collections.filter(({ faces }) => faces <= this.#indexedAbove);
    const { connections } = this.#database;
    const caller = collections[0]?.account_id ?? '';
    const inTurn = (search: () => Promise<Neighbour[]>): Promise<Neighbour[]> =>
      elsewhere(signal, () => this.#turns.run(caller, signal, search));
    const found: Neighbour[] = [];
    if (small.length > 0)
      found.push(...(await inTurn(() => nearestExactly(connections, small, query, { k, threshold }))));
    for (const collection of large)
      found.push(...(await inTurn(() => nearestNearby(connections, collection, query, { k, threshold }))));
    return found.sort((a, b) => a.distance - b.distance || a.person - b.person).slice(0, k);
  }

  async peopleAfter(collection: number, id: string): Promise<readonly PersonWithFaces[]> {
    // One statement, so that it sees one moment; the first person comes with any number of faces.
    const { rows } = await sql<ExportedRow>`
      select id, display_name, metadata, consent, expires_at, (
        select array_agg(vector::text order by face.number) from collection_face as face where face.person = fitting.number
      ) as vectors
      from (
        select *, sum(faces) over (order by id) - faces as before from (
          select * from collection_person
          where collection = ${collection} and faces > 0 and id > ${id}
            and (expires_at is null or expires_at > ${sql.raw(NOW_IN_SQL)})
          order by id limit ${sql.lit(EXPORTED_AT_ONCE)}
        ) as page
      ) as fitting
      where before < ${sql.lit(FACES_AT_ONCE)} order by id`.execute(this.#database.db);
    return rows.map((row) => ({
      id: row.id,
      displayName: row.display_name,
      metadata: row.metadata,
      consent: row.consent,
      expiresAt: row.expires_at,
      vectors: (row.vectors ?? []).map(fromSql),
    }));
  }

  async eraseSome(collection: number): Promise<boolean> {
    const { db } = this.#database;
    await sql`
      delete from collection_face where (collection, number) in (
        select collection, number from collection_face where collection = ${collection}
        limit ${sql.lit(ERASED_AT_ONCE)} for update skip locked
      )`.execute(db);
    // Other servers may be deleting the rest.
    const { rows } = await sql`
      select 1 as one from collection_face where collection = ${collection} limit 1`.execute(db);
    return rows.length === 0;
  }

  /** Its log and dead rows are the operator's; see docs/security.md. */
  forget(): Promise<void> {
    return Promise.resolve();
  }

  heldBytes(): number {
    return 0;
  }

  close(): Promise<void> {
    return this.indexes.close();
  }
}
