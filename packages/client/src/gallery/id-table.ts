/** Gives every id a small number, and numbers of removed ids out again. */
export class IdTable {
  readonly #numbers = new Map<string, number>();
  readonly #ids: (string | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#numbers.size;
  }

  /** Numbers in use are below this. */
  get limit(): number {
    return this.#ids.length;
  }

  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  idOf(number: number): string | undefined {
    return this.#ids[number];
  }

  add(id: string): number {
    const number = this.#free.pop() ?? this.#ids.length;
    this.#ids[number] = id;
    this.#numbers.set(id, number);
    return number;
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#numbers.delete(id);
    this.#ids[number] = undefined;
    this.#free.push(number);
  }
}
