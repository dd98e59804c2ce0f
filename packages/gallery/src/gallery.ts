import {
  checkId,
  checkIsText,
  checkIterable,
  checkK,
  checkOptions,
  MAX_K,
  toMetaText,
} from './caller-input.js';
import { GalleryError } from './gallery-error.js';
import { GalleryModel, type ModelOptions } from './gallery-model.js';
import type { CancellableSearchOptions, Hit, Person, SearchOptions, SearchResult } from './gallery.types.js';
import { GrowingStore } from './store/growing-store.js';
import { IdTable } from './store/id-table.js';
import { nextTurn } from './next-turn.js';
import { Ranking } from './ranking.js';
import { keepEachOnce } from './search/one-photo.js';
import { searchThreshold, type SearchThreshold } from './search/search-threshold.js';
import { VectorOwners } from './store/vector-owners.js';
import type { VectorStore } from './store/vector-store.js';
import { DIMENSIONS, checkedVector, type FaceVector } from './vector.js';
import { joinBytes, writeGallery } from './format/write-gallery.js';
import { GalleryReader } from './format/read-gallery.js';

/** Indexes of vectors are stored in 32 bits, one of which is reserved. */
const MAX_VECTORS = 2 ** 31;
/** Vectors searched before other tasks of the event loop run. */
const TURN = 1 << 16;
/** A search that is restarted this often because of removals then runs without a break. */
const MAX_RESTARTS = 3;

/** What a search looks for. */
interface SearchPlan {
  readonly k: number;
  readonly near: SearchThreshold;
}

/** People and their face vectors in memory, and the exact search for the nearest of them. */
export class Gallery<Meta = unknown> implements Iterable<Person<Meta>> {
  readonly #ids = new IdTable();
  readonly #metas = new Map<number, string>();
  readonly #owners = new VectorOwners();
  readonly #store: VectorStore = new GrowingStore();
  readonly #model: GalleryModel;
  #removals = 0;

  constructor(options: ModelOptions = {}) {
    this.#model = new GalleryModel(options);
  }

  /** Reads a gallery from the bytes of `save`; throws if its model is not the one given. */
  static load<Meta = unknown>(bytes: Uint8Array, options: ModelOptions = {}): Gallery<Meta> {
    const gallery = new Gallery<Meta>(options);
    const reader = gallery.#reader();
    reader.push(bytes);
    reader.end();
    return gallery;
  }

  /** Reads a gallery that arrives in chunks, as from `saveChunks`, a file or a response body. */
  static async loadFrom<Meta = unknown>(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: ModelOptions = {},
  ): Promise<Gallery<Meta>> {
    const gallery = new Gallery<Meta>(options);
    const reader = gallery.#reader();
    for await (const chunk of checkIterable(chunks, 'file-not-a-gallery', 'Uint8Arrays')) reader.push(chunk);
    reader.end();
    return gallery;
  }

  /** How many people there are. */
  get size(): number {
    return this.#ids.size;
  }

  /** How many vectors all people have together. */
  get vectorCount(): number {
    return this.#store.length;
  }

  /** The model that made the vectors; undefined as long as none is enrolled and none was named. */
  get model(): string | undefined {
    return this.#model.name;
  }

  /** Adds a vector to a person, who is new or known. A meta value replaces the one before. */
  enrol(id: string, vector: FaceVector, meta?: Meta): void {
    checkId(id);
    const model = this.#model.of(vector);
    const checked = checkedVector(vector);
    const text = meta === undefined ? undefined : toMetaText(meta);
    if (this.#store.length >= MAX_VECTORS) throw new GalleryError('gallery-full');
    this.#model.settle(model);
    this.#add(id, checked, text);
  }

  has(id: string): boolean {
    return this.#numberOf(id) !== undefined;
  }

  get(id: string): Person<Meta> | undefined {
    const person = this.#numberOf(id);
    return person === undefined ? undefined : this.#describe(id, person);
  }

  /** Copies of a person's vectors in the order of enrolment; none for an unknown id. */
  vectors(id: string): Float32Array[] {
    const person = this.#numberOf(id);
    if (person === undefined) return [];
    return this.#owners.vectorsOf(person).map((index) => {
      const vector = new Float32Array(DIMENSIONS);
      this.#store.read(index, vector);
      return vector;
    });
  }

  /** Removes a person with all vectors; false when there is no such person. */
  remove(id: string): boolean {
    const person = this.#numberOf(id);
    if (person === undefined) return false;
    const vectors = this.#owners.vectorsOf(person);
    this.#owners.clear(person);
    // From the last to the first, so that the vector that fills a gap is never one that is removed too.
    for (const index of vectors.sort((a, b) => b - a)) {
      this.#store.replaceByLast(index);
      this.#owners.replaceByLast(index);
    }
    this.#metas.delete(person);
    this.#ids.remove(id);
    this.#removals++;
    return true;
  }

  /**
   * The people nearest to a vector, nearest first; people at the same distance in the order of their ids. How near
   * they must be depends on how many vectors there are and on `falsePositiveRate`, unless a `threshold` is given.
   */
  search(vector: FaceVector, options: SearchOptions = {}): SearchResult<Meta> {
    const query = this.#query(vector);
    const plan = this.#plan(options);
    const ranking = this.#startRanking(plan);
    this.#scan(query, ranking, 0, this.#store.length);
    return this.#result(ranking, plan);
  }

  /** Searches for every face of one photo. They are different people, so each person is found at most once. */
  searchPhoto(faces: Iterable<FaceVector>, options: SearchOptions = {}): SearchResult<Meta>[] {
    const vectors = [...checkIterable(faces, 'vector-invalid', 'vectors')];
    const k = checkK(checkOptions(options).k);
    const wider = { ...options, k: Math.min(MAX_K, k + vectors.length - 1) };
    const results = vectors.map((vector) => this.search(vector, wider));
    return keepEachOnce(results, k);
  }

  /** The same search in slices of a few milliseconds, so that other work can run in between. */
  async searchAsync(vector: FaceVector, options: CancellableSearchOptions = {}): Promise<SearchResult<Meta>> {
    const query = this.#query(vector);
    for (let attempt = 0; ; attempt++) {
      const plan = this.#plan(options);
      const ranking = this.#startRanking(plan);
      const removals = this.#removals;
      const turn = attempt < MAX_RESTARTS ? TURN : Infinity;
      let from = 0;
      for (; from < this.#store.length && removals === this.#removals; from += turn) {
        if (from > 0) await nextTurn();
        if (options.signal?.aborted) throw new GalleryError('aborted', '', { cause: options.signal.reason });
        // A removal moves vectors, so what was searched before it no longer says which are left.
        if (removals === this.#removals)
          this.#scan(query, ranking, from, Math.min(this.#store.length, from + turn));
      }
      if (removals === this.#removals) return this.#result(ranking, plan);
    }
  }

  *[Symbol.iterator](): Generator<Person<Meta>, void, undefined> {
    for (let person = 0; person < this.#ids.limit; person++) {
      const id = this.#ids.idOf(person);
      if (id !== undefined) yield this.#describe(id, person);
    }
  }

  /** The gallery as bytes, with checksums; `load` reads them. */
  save(): Uint8Array {
    return joinBytes([...this.saveChunks()]);
  }

  /** The same bytes in chunks, for galleries too large to be in memory twice. Do not change the gallery while it is written. */
  *saveChunks(): Generator<Uint8Array, void, undefined> {
    yield* writeGallery({
      model: this.model,
      records: this.#records(),
      read: (index, into) => {
        this.#store.read(index, into);
      },
    });
  }

  *#records(): Generator<{ id: string; meta: string | undefined; vectors: number[] }, void, undefined> {
    for (let person = 0; person < this.#ids.limit; person++) {
      const id = this.#ids.idOf(person);
      if (id === undefined) continue;
      yield { id, meta: this.#metas.get(person), vectors: this.#owners.vectorsOf(person) };
    }
  }

  #reader(): GalleryReader {
    return new GalleryReader({
      settle: (model) => {
        this.#model.settle(model);
      },
      add: (id, vector, meta) => {
        this.#add(id, vector, meta);
      },
      counts: () => ({ people: this.size, vectors: this.vectorCount }),
    });
  }

  #add(id: string, vector: Float32Array, meta: string | undefined): void {
    this.#store.push(vector);
    const person = this.#ids.numberOf(id) ?? this.#ids.add(id);
    this.#owners.push(person);
    if (meta !== undefined) this.#metas.set(person, meta);
  }

  #numberOf(id: string): number | undefined {
    checkIsText(id);
    return this.#ids.numberOf(id);
  }

  #query(vector: FaceVector): Float32Array {
    this.#model.of(vector);
    return checkedVector(vector);
  }

  #plan(options: SearchOptions): SearchPlan {
    const searched = { vectors: this.#store.length, model: this.#model.name };
    return { k: checkK(checkOptions(options).k), near: searchThreshold(searched, options) };
  }

  #startRanking({ k, near: { threshold } }: SearchPlan): Ranking {
    return new Ranking(k, threshold, (a, b) => (this.#ids.idOf(a) ?? '') < (this.#ids.idOf(b) ?? ''));
  }

  #scan(query: Float32Array, ranking: Ranking, from: number, to: number): void {
    this.#store.scan(query, from, to, ranking.bound, (index, squared) => {
      ranking.offer(this.#owners.ownerOf(index), squared);
      return ranking.bound;
    });
  }

  #result(ranking: Ranking, { near }: SearchPlan): SearchResult<Meta> {
    const hits = ranking.places.map(({ person, distance }): Hit<Meta> => ({
      id: this.#ids.idOf(person) ?? '',
      distance,
      ...this.#meta(person),
    }));
    return { hits, ...near };
  }

  #describe(id: string, person: number): Person<Meta> {
    return { id, vectors: this.#owners.countOf(person), ...this.#meta(person) };
  }

  #meta(person: number): { meta?: Meta } {
    const text = this.#metas.get(person);
    return text === undefined ? {} : { meta: JSON.parse(text) as Meta };
  }
}
