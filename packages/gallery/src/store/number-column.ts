const CHUNK = 1 << 16;

/** A growing list of unsigned 32-bit numbers that never copies itself to grow. */
export class NumberColumn {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#chunks[index >>> 16]?.[index & (CHUNK - 1)] ?? 0;
  }

  set(index: number, value: number): void {
    const chunk = this.#chunks[index >>> 16];
    if (chunk !== undefined) chunk[index & (CHUNK - 1)] = value;
  }

  push(value: number): void {
    if (this.#length === this.#chunks.length * CHUNK) this.#chunks.push(new Uint32Array(CHUNK));
    this.#length++;
    this.set(this.#length - 1, value);
  }

  /** Removes the last number. */
  drop(): void {
    this.#length--;
    // One spare chunk stays, so that adding and removing at the edge does not allocate each time.
    if (this.#length + 2 * CHUNK <= this.#chunks.length * CHUNK) this.#chunks.pop();
  }
}
