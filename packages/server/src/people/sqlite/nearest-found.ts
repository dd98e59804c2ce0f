import { Ranking } from '@facet/gallery/internals';

/** A face that may be among the nearest, with bounds of its distance. */
export interface Found {
  readonly person: number;
  readonly least: number;
  readonly most: number;
}

/** The most faces that a search compares exactly. Only a collection with thousands of copies of a face has more. */
const MAX_FOUND = 8192;

/** The people who are nearest by what the index knows, and the faces that have to be compared to be sure. */
export class NearestFound<Face extends Found> {
  readonly k: number;
  readonly excluded: ReadonlySet<number>;
  readonly #ranking: Ranking;
  #found: Face[] = [];

  constructor(k: number, threshold: number, excluded: ReadonlySet<number>) {
    this.k = k;
    this.excluded = excluded;
    this.#ranking = new Ranking(k, threshold, (person, other) => person < other);
  }

  /** Faces beyond this distance cannot be among the nearest. */
  get bound(): number {
    return Math.sqrt(this.#ranking.bound);
  }

  offer(face: Face): void {
    if (this.excluded.has(face.person)) return;
    this.#found.push(face);
    this.#ranking.offer(face.person, face.most * face.most);
    if (this.#found.length >= 2 * MAX_FOUND) this.#found = this.nearest();
  }

  /** The nearest first. */
  nearest(): Face[] {
    const { bound } = this;
    return this.#found
      .filter(({ least }) => least <= bound)
      .sort((a, b) => a.least - b.least)
      .slice(0, MAX_FOUND);
  }
}
