/** How much the latest piece of work counts against all before it. */
const WEIGHT = 0.1;
/** What a piece of work is believed to take before the first is done. */
const FIRST_GUESS_MS = 500;
const LONGEST_WAIT_SECONDS = 60;

/** Keeps the recent service time, to tell how long the work that waits will take. */
export class ServicePace {
  #averageMs = FIRST_GUESS_MS;
  #known = false;

  record(milliseconds: number): void {
    this.#averageMs = this.#known
      ? this.#averageMs + WEIGHT * (milliseconds - this.#averageMs)
      : milliseconds;
    this.#known = true;
  }

  /** Milliseconds until so many pieces of work are done by so many hands; undefined before the first is done. */
  knownMsFor(pieces: number, hands: number): number | undefined {
    return this.#known ? (this.#averageMs * pieces) / hands : undefined;
  }

  /** How many pieces of work so many hands do in that time; undefined before the first is done. */
  knownPiecesIn(milliseconds: number, hands: number): number | undefined {
    return this.#known ? Math.floor((milliseconds * hands) / this.#averageMs) : undefined;
  }

  /** Whole seconds until so many pieces of work are done by so many hands. */
  secondsFor(pieces: number, hands: number): number {
    const seconds = Math.ceil((this.#averageMs * pieces) / hands / 1000);
    return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, seconds));
  }
}
