/** Bytes that arrive in pieces and are taken in others. */
export class ByteQueue {
  #pieces: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** The first bytes, or fewer if fewer are there. */
  peek(length: number): Uint8Array {
    const taken = new Uint8Array(Math.min(length, this.#length));
    let at = 0;
    for (const piece of this.#pieces) {
      if (at === taken.length) break;
      const part = piece.subarray(0, taken.length - at);
      taken.set(part, at);
      at += part.length;
    }
    return taken;
  }

  /** Takes exactly so many bytes, or nothing when they are not all there. */
  take(length: number): Uint8Array | undefined {
    if (length > this.#length) return undefined;
    const [first] = this.#pieces;
    const taken =
      first !== undefined && first.length >= length ? first.subarray(0, length) : this.peek(length);
    this.#skip(length);
    return taken;
  }

  #skip(length: number): void {
    this.#length -= length;
    let left = length;
    let whole = 0;
    for (const piece of this.#pieces) {
      if (piece.length > left) break;
      left -= piece.length;
      whole++;
    }
    this.#pieces.splice(0, whole);
    const [first] = this.#pieces;
    if (first !== undefined && left > 0) this.#pieces[0] = first.subarray(left);
  }
}
