const FIRST_PAGE = 4096;
const LARGEST_PAGE = 1024 * 1024;

/**
 * The bytes of a body, or of a part of one, as they arrive. They are copied into pages: a hostile body comes in millions of
 * chunks of a byte or two, and each chunk that was kept would cost a hundred times its bytes.
 */
export class GatheredBytes {
  readonly #full: Buffer[] = [];
  #page: Buffer = Buffer.alloc(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.length;
    for (let at = 0; at < chunk.length;) {
      if (this.#used === this.#page.length) this.#turnPage();
      const piece = chunk.subarray(at, at + this.#page.length - this.#used);
      this.#page.set(piece, this.#used);
      this.#used += piece.length;
      at += piece.length;
    }
  }

  /** All of them as they lie. */
  pages(): Buffer[] {
    return [...this.#full, this.#page.subarray(0, this.#used)].filter(({ length }) => length > 0);
  }

  /** All of them, in memory of their own. */
  whole(): Buffer {
    const whole = Buffer.allocUnsafeSlow(this.#length);
    let at = 0;
    for (const page of this.pages()) {
      whole.set(page, at);
      at += page.length;
    }
    return whole;
  }

  #turnPage(): void {
    const { length } = this.#page;
    if (length > 0) this.#full.push(this.#page);
    this.#page = Buffer.allocUnsafeSlow(Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, 2 * length)));
    this.#used = 0;
  }
}
