/**
 * How many runs of the landmark net a call may make beyond the first for each face: other rotations, mirrored fits, fits
 * that are repeated. Ordinary photos need a few; a picture made for it would ask for hundreds.
 */
export class ExtraFits {
  #left: number;

  constructor(most = 12) {
    this.#left = most;
  }

  /** Whether one more run may be made; it then counts. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
