/**
 * Items that wait, sorted by who brought them. Callers take turns, one item each;
 * among its own items a caller's oldest goes first. Nothing is kept of a caller with nothing waiting.
 */
export class FairQueue<Item> {
  /** In the order of turns: a Map keeps the order in which its keys were set. */
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

  /** The oldest item of the first in line who may go; that caller then goes to the end of the line. */
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

  /** How many items of each caller go, at most, before one that the caller would bring now. */
  turnsBefore(caller: string): Map<string, number> {
    const rounds = this.countOf(caller) + 1;
    const turns = new Map([[caller, rounds - 1]]);
    for (const [other, { length }] of this.#items) {
      if (other !== caller) turns.set(other, Math.min(length, rounds));
    }
    return turns;
  }

  /** Takes out one item, wherever it stands; false where it is not here. */
  remove(caller: string, item: Item): boolean {
    const own = this.#items.get(caller) ?? [];
    const at = own.indexOf(item);
    if (at === -1) return false;
    own.splice(at, 1);
    this.#size--;
    if (own.length === 0) this.#items.delete(caller);
    return true;
  }

  /** The newest item of the caller, which loses it. */
  pop(caller: string): Item | undefined {
    const item = this.#items.get(caller)?.at(-1);
    if (item !== undefined) this.remove(caller, item);
    return item;
  }

  /** The caller with the most waiting items; of several the one whose turn is last. */
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
