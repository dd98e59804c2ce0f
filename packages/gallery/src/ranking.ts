/** An entry of a ranking: the number of a person, and the distance of their nearest vector so far. */
export interface Place {
  readonly person: number;
  readonly distance: number;
}

/** A tolerance of a few ulps, so that squaring a distance never excludes an equal one. */
const SQUARING_TOLERANCE = 1 + 1e-15;

/** Collects the k nearest people below a threshold while vectors are offered in any order. */
export class Ranking {
  readonly #places: Place[] = [];

  constructor(
    readonly k: number,
    readonly threshold: number,
    /** Orders people at the same distance. */
    readonly comesFirst: (person: number, other: number) => boolean,
  ) {}

  /** Vectors at a larger squared distance than this need no longer be offered. */
  get bound(): number {
    const distance = this.#places[this.k - 1]?.distance ?? this.threshold;
    return distance * distance * SQUARING_TOLERANCE;
  }

  get places(): readonly Place[] {
    return this.#places;
  }

  offer(person: number, squared: number): void {
    const distance = Math.sqrt(squared);
    if (!(distance < this.threshold) || squared > this.bound) return;
    const known = this.#places.findIndex((place) => place.person === person);
    const before = this.#places[known];
    if (before !== undefined) {
      if (before.distance <= distance) return;
      this.#places.splice(known, 1);
    }
    const after = this.#places.findIndex((place) => this.#isBefore(person, distance, place));
    this.#places.splice(after < 0 ? this.#places.length : after, 0, { person, distance });
    if (this.#places.length > this.k) this.#places.pop();
  }

  #isBefore(person: number, distance: number, place: Place): boolean {
    if (distance !== place.distance) return distance < place.distance;
    return this.comesFirst(person, place.person);
  }
}
