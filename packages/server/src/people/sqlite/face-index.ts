import { NumberColumn, Ranking, VectorIndex } from '@facet/gallery/internals';

/** What else a loaded collection takes, and a reason not to hold thousands of tiny ones. */
const FIXED_BYTES = 256 * 1024;
/** The numbers of face and person. */
const NUMBERS_BYTES = 8;

/** A face that may be among the nearest, with bounds of its distance. */
export interface Candidate {
  readonly collection: number;
  readonly face: number;
  readonly least: number;
}

/** The people who are nearest by what the index knows, and the faces that have to be compared to be sure. */
export class Candidates {
  readonly #ranking: Ranking;
  readonly #excluded: ReadonlySet<number>;
  #found: Candidate[] = [];

  constructor(k: number, threshold: number, excluded: ReadonlySet<number>) {
    this.#ranking = new Ranking(k, threshold, (person, other) => person < other);
    this.#excluded = excluded;
  }

  /** Faces beyond this distance cannot be among the nearest. */
  get bound(): number {
    return Math.sqrt(this.#ranking.bound);
  }

  offer(person: number, candidate: Candidate, most: number): void {
    if (this.#excluded.has(person)) return;
    this.#found.push(candidate);
    this.#ranking.offer(person, most * most);
    if (this.#found.length >= 2 * MAX_CANDIDATES) this.#found = this.nearest();
  }

  /** The nearest first. */
  nearest(): Candidate[] {
    const { bound } = this;
    return this.#found
      .filter(({ least }) => least <= bound)
      .sort((a, b) => a.least - b.least)
      .slice(0, MAX_CANDIDATES);
  }
}

/** The most faces that a search compares exactly. Only a collection with thousands of copies of a face has more. */
const MAX_CANDIDATES = 8192;

/** The faces of one collection in memory: codes of the vectors, and whose they are. Removed faces leave a gap. */
export class FaceIndex {
  readonly #vectors = new VectorIndex();
  /** Ascending. */
  readonly #numbers = new NumberColumn();
  /** 0 for removed faces. */
  readonly #people = new NumberColumn();
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

  scan(query: Float32Array, from: number, to: number, candidates: Candidates): void {
    this.#vectors.scan(query, from, to, candidates.bound, (at, least, most) => {
      const person = this.#people.get(at);
      if (person !== 0)
        candidates.offer(person, { collection: this.collection, face: this.#numbers.get(at), least }, most);
      return candidates.bound;
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
