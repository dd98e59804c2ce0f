const CHUNK = 1 << 16;

/** A growing list of unsigned 32-bit numbers that never copies itself to grow. */
export class NumberColumn {
  readonly #chunks: Uint32Array[] = [];
  readonly #Memory: ArrayBufferConstructor | SharedArrayBufferConstructor;
  #length = 0;

  /** With `SharedArrayBuffer`, other threads can read it. */
  constructor(Memory: ArrayBufferConstructor | SharedArrayBufferConstructor = ArrayBuffer) {
    this.#Memory = Memory;
  }

  /** The list of another thread, which alone changes it. */
  static over(chunks: readonly Uint32Array[], length: number): NumberColumn {
    const column = new NumberColumn(SharedArrayBuffer);
    column.#chunks.push(...chunks);
    column.#length = length;
    return column;
  }

  get chunks(): readonly Uint32Array[] {
    return this.#chunks;
  }

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
    if (this.#length === this.#chunks.length * CHUNK)
      this.#chunks.push(new Uint32Array(new this.#Memory(4 * CHUNK)));
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
