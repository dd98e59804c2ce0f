import { NumberColumn, VectorIndex, type SharedCodes } from '@facet/gallery/internals';
import type { Found, NearestFound } from './nearest-found.js';
import type { FoundVector } from './scan-thread.js';

/** What else a loaded collection takes, and a reason not to hold thousands of tiny ones. */
const FIXED_BYTES = 256 * 1024;
/** The numbers of face and person. */
const NUMBERS_BYTES = 8;

/** A face that may be among the nearest of several collections. */
export interface Candidate extends Found {
  readonly collection: number;
  readonly face: number;
}

/** The faces of one collection in memory: codes of the vectors, and whose they are. Removed faces leave a gap. */
export class FaceIndex {
  readonly #vectors = new VectorIndex();
  /** Ascending. */
  readonly #numbers = new NumberColumn();
  /** 0 for removed faces. */
  readonly #people = new NumberColumn(SharedArrayBuffer);
  #gaps = 0;

  constructor(readonly collection: number) {}

  /** The memory for an index of so many faces. */
  static bytesFor(faces: number): number {
    return FIXED_BYTES + VectorIndex.bytesFor(faces) + NUMBERS_BYTES * faces;
  }

  get bytes(): number {
    return FaceIndex.bytesFor(this.#vectors.length);
  }

  get length(): number {
    return this.#vectors.length;
  }

  /** Of the face that was added last; 0 if there is none. */
  get lastNumber(): number {
    const { length } = this.#numbers;
    return length === 0 ? 0 : this.#numbers.get(length - 1);
  }

  /** Whether loading it again would save much memory and time. */
  get isMostlyGaps(): boolean {
    return this.#gaps > 1000 && 2 * this.#gaps > this.length;
  }

  push(number: number, person: number, vector: Float32Array): void {
    this.#vectors.push(vector);
    this.#numbers.push(number);
    this.#people.push(person);
  }

  move(face: number, person: number): void {
    const at = this.#find(face);
    if (at !== undefined) this.#people.set(at, person);
  }

  remove(face: number): void {
    const at = this.#find(face);
    if (at === undefined || this.#people.get(at) === 0) return;
    this.#vectors.wipe(at);
    this.#people.set(at, 0);
    this.#gaps++;
  }

  /** What other threads scan; null for the plain vectors of a small collection. */
  get shared(): { readonly codes: SharedCodes; readonly people: readonly Uint32Array[] } | null {
    const { codes } = this.#vectors;
    return codes && { codes, people: this.#people.chunks };
  }

  /** A face that another thread has found. */
  candidateOf({ at, ...found }: FoundVector): Candidate {
    return { ...found, collection: this.collection, face: this.#numbers.get(at) };
  }

  scanPlain(query: Float32Array, from: number, to: number, nearest: NearestFound<Candidate>): void {
    this.#vectors.scanPlain(query, from, to, nearest.bound, (at, least, most) => {
      const person = this.#people.get(at);
      if (person !== 0) nearest.offer(this.candidateOf({ at, person, least, most }));
      return nearest.bound;
    });
  }

  #find(face: number): number | undefined {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numbers.get(middle) < face) low = middle + 1;
      else high = middle;
    }
    return this.#numbers.get(low) === face && low < this.#numbers.length ? low : undefined;
  }
}
