import { Ranking } from '@facet/gallery/internals';

/** A face that may be among the nearest, with bounds of its distance. */
export interface Found {
  readonly person: number;
  readonly least: number;
  readonly most: number;
}

/** The most faces that a search compares exactly. Only people with hundreds of copies of a face have more. */
const MAX_FOUND = 8192;

/** The people who are nearest by what the index knows, and the faces that have to be compared to be sure. */
export class NearestFound<Face extends Found> {
  readonly k: number;
  readonly excluded: ReadonlySet<number>;
  readonly #ranking: Ranking;
  /** The distance within which each person has a face. */
  readonly #within = new Map<number, number>();
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
    const within = this.#within.get(face.person) ?? Infinity;
    if (this.excluded.has(face.person) || face.least > within) return;
    if (face.most < within) this.#within.set(face.person, face.most);
    this.#found.push(face);
    this.#ranking.offer(face.person, face.most * face.most);
    if (this.#found.length >= 2 * MAX_FOUND) this.#found = this.nearest();
  }

  /** The nearest first. */
  nearest(): Face[] {
    const { bound } = this;
    const found = this.#found
      .filter(({ person, least }) => least <= bound && least <= (this.#within.get(person) ?? Infinity))
      .sort((a, b) => a.least - b.least);
    return found.length <= MAX_FOUND ? found : this.#shared(found).slice(0, MAX_FOUND);
  }

  /** An equal share for each person, so that the copies of one face keep nobody else out. */
  #shared(found: readonly Face[]): Face[] {
    const ofPerson = new Map<number, number>();
    return found.filter(({ person }) => {
      const before = ofPerson.get(person) ?? 0;
      ofPerson.set(person, before + 1);
      return before < MAX_FOUND / this.k;
    });
  }
}
