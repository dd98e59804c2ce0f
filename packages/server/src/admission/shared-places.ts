/**
 * Places at the engine that several queues share. A place that becomes free is offered to the queues in the order in
 * which they joined: a later queue gets only what no earlier one wants.
 */
export class SharedPlaces {
  readonly #most: number;
  readonly #startNext: (() => boolean)[] = [];
  /** How to stop those at work who give their place up when somebody of an earlier queue waits; the latest comes last. */
  readonly #preemptible = new Set<() => void>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isFree(): boolean {
    return this.#taken < this.#most;
  }

  /** `startNext` lets the next of a queue take a place, and says whether anybody did. */
  join(startNext: () => boolean): void {
    this.#startNext.push(startNext);
  }

  take(preempt?: () => void): void {
    this.#taken++;
    if (preempt !== undefined) this.#preemptible.add(preempt);
  }

  /** Stops the one who has worked for the shortest time, where anybody can be stopped; its place is free soon. */
  makeWay(): void {
    const latest = [...this.#preemptible].at(-1);
    if (latest === undefined) return;
    this.#preemptible.delete(latest);
    latest();
  }

  /** Hands the place on at once, so that it is never free while someone waits who may have it. */
  leave(preempt?: () => void): void {
    this.#taken--;
    if (preempt !== undefined) this.#preemptible.delete(preempt);
    this.#startNext.some((startNext) => startNext());
  }
}
