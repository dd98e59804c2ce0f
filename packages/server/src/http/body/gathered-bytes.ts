const FIRST_BUFFER = 4096;
const LARGEST_BUFFER = 1024 * 1024;
/** Larger chunks are kept as they are, unless they are less than half of the memory that they hold on to. */
const LARGE_CHUNK = 16 * 1024;

/**
 * Collects the bytes of a body, or of one part of it, as they arrive. Small chunks are copied into larger buffers: a hostile
 * client can send millions of chunks of a byte or two, and keeping each chunk would cost a hundred times its size.
 */
export class GatheredBytes {
  readonly #full: Buffer[] = [];
  #last: Buffer = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Nobody may change the chunk afterwards: a large one is not copied. */
  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (chunk.length >= LARGE_CHUNK && chunk.buffer.byteLength <= 2 * chunk.length) {
      const kept = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#full.push(this.#last.subarray(0, this.#used), kept);
      this.#last = this.#last.subarray(this.#used);
      this.#used = 0;
      return;
    }
    for (let at = 0; at < chunk.length;) {
      if (this.#used === this.#last.length) this.#addBuffer();
      const part = chunk.subarray(at, at + this.#last.length - this.#used);
      this.#last.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  /** The bytes in chunks, without copying. */
  chunks(): Buffer[] {
    return [...this.#full, this.#last.subarray(0, this.#used)].filter(({ length }) => length > 0);
  }

  /** The bytes as one new buffer. */
  toBuffer(): Buffer {
    const buffer = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const chunk of this.chunks()) {
      buffer.set(chunk, at);
      at += chunk.length;
    }
    return buffer;
  }

  #addBuffer(): void {
    const { length } = this.#last;
    if (length > 0) this.#full.push(this.#last);
    this.#last = Buffer.allocUnsafeSlow(Math.min(LARGEST_BUFFER, Math.max(FIRST_BUFFER, 2 * length)));
    this.#used = 0;
  }
}
