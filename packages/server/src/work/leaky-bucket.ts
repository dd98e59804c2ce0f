/** A leaky bucket: holds up to its capacity and drains at a constant rate. */
export class LeakyBucket {
  readonly #capacity: number;
  readonly #perMs: number;
  readonly #now: () => number;
  #level = 0;
  #asOf: number;

  constructor(capacity: number, emptyAfterMs: number, now: () => number = () => performance.now()) {
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

  /** Milliseconds until the amount fits; 0: it fits now. */
  msUntilRoomFor(amount: number): number {
    return Math.max(0, (this.level + amount - this.#capacity) / this.#perMs);
  }

  /** Adds the amount even if it does not fit: work is only known when it is done. */
  add(amount: number): void {
    this.#level = this.level + amount;
  }
}
