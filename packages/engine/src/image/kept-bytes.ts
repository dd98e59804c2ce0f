/** Collects what is left of a file when parts are dropped from it. */
export class KeptBytes {
  readonly #bytes: Uint8Array;
  readonly #pieces: Uint8Array[] = [];
  #from = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  drop(start: number, end: number): void {
    if (start > this.#from) this.#pieces.push(this.#bytes.subarray(this.#from, start));
    this.#from = end;
  }

  upTo(end: number): Uint8Array {
    const rest = this.#bytes.subarray(Math.min(this.#from, end), end);
    return this.#pieces.length === 0 && this.#from === 0 ? rest : Buffer.concat([...this.#pieces, rest]);
  }
}
