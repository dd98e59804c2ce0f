/**
 * A round-robin queue: callers take turns, with one item each; the items of a caller are first in, first out. Nothing
 * is kept of a caller without items.
 */
export class FairQueue<Item> {
  /** In the order of turns: a Map iterates in insertion order. */
  readonly #items = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get callers(): number {
    return this.#items.size;
  }

  countOf(caller: string): number {
    return this.#items.get(caller)?.length ?? 0;
  }

  push(caller: string, item: Item): void {
    const own = this.#items.get(caller);
    if (own === undefined) this.#items.set(caller, [item]);
    else own.push(item);
    this.#size++;
  }

  /** The oldest item of the first caller that may run; the caller then moves to the end. */
  shift(mayGo: (caller: string) => boolean = () => true): Item | undefined {
    for (const [caller, own] of this.#items) {
      if (!mayGo(caller)) continue;
      const item = own.shift();
      this.#size--;
      this.#items.delete(caller);
      if (own.length > 0) this.#items.set(caller, own);
      return item;
    }
    return undefined;
  }

  /** How many items of each caller come, at most, before an item that this caller would add now. */
  jobsBefore(caller: string): Map<string, number> {
    const rounds = this.countOf(caller) + 1;
    const jobs = new Map([[caller, rounds - 1]]);
    for (const [other, { length }] of this.#items) {
      if (other !== caller) jobs.set(other, Math.min(length, rounds));
    }
    return jobs;
  }

  /** Removes an item; false if it is not in the queue. */
  remove(caller: string, item: Item): boolean {
    const own = this.#items.get(caller) ?? [];
    const at = own.indexOf(item);
    if (at === -1) return false;
    own.splice(at, 1);
    this.#size--;
    if (own.length === 0) this.#items.delete(caller);
    return true;
  }

  /** Removes and returns the newest item of the caller. */
  pop(caller: string): Item | undefined {
    const item = this.#items.get(caller)?.at(-1);
    if (item !== undefined) this.remove(caller, item);
    return item;
  }

  /** The caller with the most items; if there are several, the one whose turn is last. */
  largest(): string | undefined {
    let largest: string | undefined;
    let most = 0;
    for (const [caller, { length }] of this.#items) {
      if (length >= most) {
        largest = caller;
        most = length;
      }
    }
    return largest;
  }
}
