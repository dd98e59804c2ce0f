/** Bytes that arrive in chunks of one size and are taken in chunks of another. */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The first bytes, or fewer if fewer are there. */
  peek(length: number): Uint8Array {
    const taken = new Uint8Array(Math.min(length, this.#length));
    let at = 0;
    for (const chunk of this.#chunks) {
      if (at === taken.length) break;
      const part = chunk.subarray(0, taken.length - at);
      taken.set(part, at);
      at += part.length;
    }
    return taken;
  }

  /** Takes exactly this many bytes, or nothing if there are fewer. */
  take(length: number): Uint8Array | undefined {
    if (length > this.#length) return undefined;
    const [first] = this.#chunks;
    const taken =
      first !== undefined && first.length >= length ? first.subarray(0, length) : this.peek(length);
    this.#skip(length);
    return taken;
  }

  #skip(length: number): void {
    this.#length -= length;
    let left = length;
    let used = 0;
    for (const chunk of this.#chunks) {
      if (chunk.length > left) break;
      left -= chunk.length;
      used++;
    }
    this.#chunks.splice(0, used);
    const [first] = this.#chunks;
    if (first !== undefined && left > 0) this.#chunks[0] = first.subarray(left);
  }
}
