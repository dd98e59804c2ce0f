/** Holds up to its capacity and empties at an even pace: so much in a time, but never all of it again at once. */
export class LeakyBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  readonly #now: () => number;
  #level = 0;
  #asOf: number;

  constructor(capacity: number, emptyAfterMs: number, now: () => number) {
    this.#capacity = capacity;
    this.#perMs = capacity / emptyAfterMs;
    this.#now = now;
    this.#asOf = now();
  }

  get level(): number {
    const now = this.#now();
    this.#level = Math.max(0, this.#level - (now - this.#asOf) * this.#perMs);
    this.#asOf = now;
    return this.#level;
  }

  /** Milliseconds until so much fits in; 0: it does now. */
  msUntilRoomFor(amount: number): number {
    return Math.max(0, (this.level + amount - this.#capacity) / this.#perMs);
  }

  /** Adds even what does not fit: work is known only when it is done. */
  add(amount: number): void {
    this.#level = this.level + amount;
  }
}
