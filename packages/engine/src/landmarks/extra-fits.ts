/**
 * How many runs of the landmark net a call may make beyond the first for each face: other rotations, and fits that are
 * repeated. Ordinary photos need a few; a picture made for it would ask for hundreds.
 */
export class ExtraFits {
  #left: number;
  readonly #isAffordable: () => boolean;

  /** `isAffordable` may refuse a run that the number alone would allow. */
  constructor(most = 12, isAffordable: () => boolean = () => true) {
    this.#left = most;
    this.#isAffordable = isAffordable;
  }

  /** Whether one more run may be made; it then counts. */
  take(): boolean {
    if (this.#left === 0 || !this.#isAffordable()) return false;
    this.#left -= 1;
    return true;
  }
}
