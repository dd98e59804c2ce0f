import {
  checkId,
  checkIsText,
  checkIterable,
  checkK,
  checkOptions,
  MAX_K,
  toMetaText,
} from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';
import { GalleryModel, type ModelOptions } from '../gallery-model.js';
import type { AnyGallery, Hit, Person, SearchOptions, SearchResult } from '../gallery.types.js';
import { keepEachOnce } from '../search/one-photo.js';
import { searchThreshold } from '../search/search-threshold.js';
import { DIMENSIONS, checkedVector, type FaceVector } from '../vector.js';
import {
  EXTRA_PEOPLE,
  fromSql,
  MIN_NEARBY,
  NEARBY_PER_PERSON,
  rankPeople,
  ROUNDING_MARGIN,
  toSql,
} from './pgvector.js';
import { selectRows, textOf, withExplainedErrors, type Queryable, type Row } from './queryable.js';
import { statementsFor, type Statements } from './statements.js';
import { tableNames, type TableNames } from './table-names.js';

export interface PostgresGalleryOptions extends ModelOptions {
  /** A `Pool`, `PoolClient` or `Client` of the package `pg`. */
  readonly client: Queryable;
  /** The prefix of the table names. Default: `facet_gallery`. */
  readonly name?: string;
  /** The schema of the tables. Default: the first of the search path. */
  readonly schema?: string;
}

export interface PostgresSearchOptions extends SearchOptions {
  /** Uses the index of `createIndex`: faster on millions of vectors, but it may miss people. Default: false. */
  readonly approximate?: boolean;
}

export interface Enrolment<Meta = unknown> {
  readonly id: string;
  readonly vector: FaceVector;
  readonly meta?: Meta;
}

/** Vectors per statement. */
const BATCH = 500;
/** People per query when all are listed. */
const CHUNK = 1000;
/** An approximate search does not count millions of rows each time; newer ones hardly change the threshold. */
const COUNT_LASTS_MS = 60_000;

/** A gallery in PostgreSQL with pgvector, for several servers or more people than fit into memory. */
export class PostgresGallery<Meta = unknown> implements AnyGallery<Meta>, AsyncIterable<Person<Meta>> {
  readonly #client: Queryable;
  readonly #names: TableNames;
  readonly #sql: Statements;
  readonly #modelOptions: ModelOptions;
  #counted: { readonly model: string; readonly vectors: number; readonly at: number } | undefined;

  constructor(options: PostgresGalleryOptions) {
    const { client, name = 'facet_gallery', schema, model } = checkOptions(options);
    if (typeof (client as Queryable | null | undefined)?.query !== 'function')
      throw new GalleryError('option-invalid', 'client must be a Pool or Client of the package pg');
    this.#client = withExplainedErrors(client);
    this.#modelOptions = model === undefined ? {} : { model };
    this.#names = tableNames(name, schema);
    this.#sql = statementsFor(this.#names);
  }

  /** Creates the extension and the tables if they are missing. May be called at every start, concurrently. */
  async prepare(): Promise<void> {
    await this.#renameFormer();
    await this.#client.query(this.#sql.prepare);
    const columns = await selectRows(this.#client, this.#sql.columns, [this.#names.vectors]);
    const type = textOf(
      columns.find(({ name }) => name === 'vector'),
      'type',
    );
    // The type's name may carry the schema of the extension.
    if (!type.endsWith(`vector(${DIMENSIONS})`)) {
      throw new GalleryError(
        'store-schema',
        `${this.#names.vectors} keeps ${type}, not vector(${DIMENSIONS})`,
      );
    }
    if (!columns.some(({ name }) => name === 'model')) {
      throw new GalleryError(
        'store-schema',
        `${this.#names.vectors} was made by an earlier version of Facet, whose vectors cannot be compared with those of today; drop it or choose another name, and enrol the photos again`,
      );
    }
  }

  /** The table of vectors had another name in version 0.1.0. */
  async #renameFormer(): Promise<void> {
    const { vectors, formerVectors } = this.#names;
    const [tables] = await selectRows(this.#client, this.#sql.existing, [formerVectors.table, vectors]);
    if (typeof tables?.['former'] !== 'string') return;
    if (typeof tables['current'] === 'string')
      throw new GalleryError(
        'store-schema',
        `${formerVectors.table} and ${vectors} both exist: a program with version 0.1.0 still uses this gallery; update it, copy its vectors, and drop ${formerVectors.table}`,
      );
    await this.#client.query(this.#sql.renameFormer);
  }

  /** Makes an HNSW index for approximate searches. This takes long for many vectors, and needs additional memory. */
  async createIndex(options: { m?: number; efConstruction?: number } = {}): Promise<void> {
    const { m = 16, efConstruction = 64 } = checkOptions(options);
    if (!Number.isInteger(m) || m < 2 || m > 100)
      throw new GalleryError('option-invalid', 'm is from 2 to 100');
    if (!Number.isInteger(efConstruction) || efConstruction < 2 * m || efConstruction > 1000) {
      throw new GalleryError('option-invalid', 'efConstruction is from twice m to 1,000');
    }
    await this.#client.query(this.#sql.createIndex(m, efConstruction));
  }

  async dropIndex(): Promise<void> {
    await this.#client.query(this.#sql.dropIndex);
  }

  /** Adds a vector to a person, who is new or known. A meta value replaces the one before. */
  async enrol(id: string, vector: FaceVector, meta?: Meta): Promise<void> {
    await this.enrolAll([meta === undefined ? { id, vector } : { id, vector, meta }]);
  }

  /** Enrols many at a time. Each batch of 500 is enrolled as a whole or not at all. */
  async enrolAll(enrolments: Iterable<Enrolment<Meta>> | AsyncIterable<Enrolment<Meta>>): Promise<void> {
    let batch: Enrolment<Meta>[] = [];
    for await (const enrolment of checkIterable(enrolments, 'option-invalid', 'enrolments')) {
      batch.push(checkOptions(enrolment));
      if (batch.length < BATCH) continue;
      await this.#enrolBatch(batch);
      batch = [];
    }
    if (batch.length > 0) await this.#enrolBatch(batch);
  }

  async remove(id: string): Promise<boolean> {
    if (!isStorable(id)) return false;
    return ((await this.#client.query(this.#sql.remove, [id])).rowCount ?? 0) > 0;
  }

  /**
   * The people nearest to a vector, nearest first; people at the same distance in the order of their ids. How near
   * they must be depends on how many vectors there are and on `falsePositiveRate`, unless a `threshold` is given.
   */
  async search(vector: FaceVector, options: PostgresSearchOptions = {}): Promise<SearchResult<Meta>> {
    const k = checkK(checkOptions(options).k);
    const model = new GalleryModel(this.#modelOptions).of(vector);
    const query = checkedVector(vector);
    const vectors = await this.#vectorsOf(model, options.approximate === true);
    const judged = searchThreshold({ vectors, model }, options);
    const rows = options.approximate
      ? await selectRows(this.#client, this.#sql.searchNearby, [
          toSql(query),
          Math.max(MIN_NEARBY, NEARBY_PER_PERSON * k),
          model,
        ])
      : await selectRows(this.#client, this.#sql.searchExactly, [
          toSql(query),
          judged.threshold + ROUNDING_MARGIN,
          k + EXTRA_PEOPLE,
          model,
        ]);
    const nearest = rankPeople(rows, (row) => textOf(row, 'id'), query, judged.threshold);
    const hits = nearest
      .slice(0, k)
      .map(({ person: id, distance, row }): Hit<Meta> => ({ id, distance, ...this.#metaOf(row) }));
    return { hits, ...judged };
  }

  /** Searches for every face of one photo. They are different people, so each person is found at most once. */
  async searchPhoto(
    faces: Iterable<FaceVector>,
    options: PostgresSearchOptions = {},
  ): Promise<SearchResult<Meta>[]> {
    const vectors = [...checkIterable(faces, 'vector-invalid', 'vectors')];
    const k = checkK(checkOptions(options).k);
    const wider = { ...options, k: Math.min(MAX_K, k + vectors.length - 1) };
    const results: SearchResult<Meta>[] = [];
    for (const vector of vectors) results.push(await this.search(vector, wider));
    return keepEachOnce(results, k);
  }

  async has(id: string): Promise<boolean> {
    return (await this.get(id)) !== undefined;
  }

  async get(id: string): Promise<Person<Meta> | undefined> {
    if (!isStorable(id)) return undefined;
    const [row] = await selectRows(this.#client, this.#sql.person, [id]);
    return row === undefined ? undefined : this.#personOf(row);
  }

  /** A person's vectors in the order of enrolment; none for an unknown id. */
  async vectors(id: string): Promise<Float32Array[]> {
    if (!isStorable(id)) return [];
    const rows = await selectRows(this.#client, this.#sql.vectors, [id]);
    return rows.map((row) => fromSql(textOf(row, 'vector')));
  }

  /** How many people and vectors there are. */
  async counts(): Promise<{ readonly people: number; readonly vectors: number }> {
    const [row] = await selectRows(this.#client, this.#sql.counts);
    return { people: Number(textOf(row, 'people')), vectors: Number(textOf(row, 'vectors')) };
  }

  /** All people, a thousand at a time. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Person<Meta>, void, undefined> {
    let after = '0';
    for (;;) {
      const rows = await selectRows(this.#client, this.#sql.peopleAfter, [after, CHUNK]);
      for (const row of rows) yield this.#personOf(row);
      const last = rows[CHUNK - 1];
      if (last === undefined) return;
      after = textOf(last, 'number');
    }
  }

  #personOf(row: Row): Person<Meta> {
    return { id: textOf(row, 'id'), vectors: Number(textOf(row, 'vectors')), ...this.#metaOf(row) };
  }

  #metaOf(row: Row): { meta?: Meta } {
    const text = row['meta'];
    return typeof text === 'string' ? { meta: JSON.parse(text) as Meta } : {};
  }

  /** How many vectors of a model there are. If there are only vectors of another model, that is an error. */
  async #vectorsOf(model: string, mayBeOld: boolean): Promise<number> {
    const known = this.#counted;
    if (mayBeOld && known?.model === model && Date.now() - known.at < COUNT_LASTS_MS) return known.vectors;
    const [row] = await selectRows(this.#client, this.#sql.countOfModel, [model]);
    const vectors = Number(textOf(row, 'vectors'));
    if (vectors === 0) await this.#requireModel(model);
    this.#counted = { model, vectors, at: Date.now() };
    return vectors;
  }

  async #requireModel(model: string): Promise<void> {
    const [row] = await selectRows(this.#client, this.#sql.anyModel);
    const kept = new GalleryModel(row === undefined ? {} : { model: textOf(row, 'model') });
    kept.settle(model);
  }

  async #enrolBatch(batch: readonly Enrolment<Meta>[]): Promise<void> {
    const metas = new Map<string, string | null>();
    const model = new GalleryModel(this.#modelOptions);
    for (const { id, meta, vector } of batch) {
      checkId(id);
      model.settle(model.of(vector));
      metas.set(id, meta === undefined ? (metas.get(id) ?? null) : toMetaText(meta));
    }
    const vectors = batch.map(({ vector }) => toSql(checkedVector(vector)));
    const name = model.name ?? '';
    await this.#requireModel(name);
    await this.#client.query(this.#sql.enrol, [
      [...metas.keys()],
      [...metas.values()],
      batch.map(({ id }) => id),
      vectors,
      name,
    ]);
    this.#counted = undefined;
  }
}

/** PostgreSQL rejects texts with a NUL, which no id has. */
function isStorable(id: string): boolean {
  checkIsText(id);
  return !id.includes('\0');
}
