/** Reads a float32 number as its 32 bits, and back. */
export class FloatBits {
  readonly #float = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#float.buffer);

  toBits(value: number): number {
    this.#float[0] = value;
    return this.#bits[0] ?? 0;
  }

  toNumber(bits: number): number {
    this.#bits[0] = bits;
    return this.#float[0] ?? 0;
  }
}
