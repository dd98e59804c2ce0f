import { MAX_ID_BYTES } from '../caller-input.js';

const CHUNK = 1 << 16;
/** Places are counted in units, so that 32 bits reach over 16 GB. */
const UNIT = 4;

/** Short texts as UTF-8, one after another: two bytes of length, then the text. */
export class TextArena {
  readonly #chunks: Uint8Array[] = [];
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  readonly #scratch = new Uint8Array(MAX_ID_BYTES);
  /** Bytes used of the last chunk. */
  #used = CHUNK;
  #kept = 0;
  #forgotten = 0;

  /** True when repacking would at least halve the memory, and there is enough of it to matter. */
  get isMostlyForgotten(): boolean {
    return this.#forgotten > this.#kept && this.#forgotten > CHUNK;
  }

  /** The text as UTF-8, valid until the next call. A text beyond the limit is no id, and is found nowhere. */
  encode(text: string): Uint8Array {
    const { read, written } = this.#encoder.encodeInto(text, this.#scratch);
    return read === text.length ? this.#scratch.subarray(0, written) : this.#scratch.subarray(0, 0);
  }

  /** Appends a text and returns its place. */
  add(bytes: Uint8Array): number {
    const length = roundUp(2 + bytes.length);
    if (this.#used + length > CHUNK) {
      this.#chunks.push(new Uint8Array(CHUNK));
      this.#used = 0;
    }
    const start = this.#used;
    const chunk = this.#chunks[this.#chunks.length - 1];
    if (chunk === undefined) throw new RangeError('no chunk');
    chunk[start] = bytes.length & 0xff;
    chunk[start + 1] = bytes.length >>> 8;
    chunk.set(bytes, start + 2);
    this.#used += length;
    this.#kept += length;
    return ((this.#chunks.length - 1) * CHUNK + start) / UNIT;
  }

  get(place: number): string {
    return this.#decoder.decode(this.bytesAt(place));
  }

  bytesAt(place: number): Uint8Array {
    const chunk = this.#chunks[Math.floor((place * UNIT) / CHUNK)];
    if (chunk === undefined) throw new RangeError(`no text at ${place}`);
    const start = (place * UNIT) % CHUNK;
    const length = (chunk[start] ?? 0) | ((chunk[start + 1] ?? 0) << 8);
    return chunk.subarray(start + 2, start + 2 + length);
  }

  equals(place: number, bytes: Uint8Array): boolean {
    const own = this.bytesAt(place);
    return own.length === bytes.length && own.every((byte, i) => byte === bytes[i]);
  }

  /** Marks a text as no longer needed; its bytes stay until the arena is replaced. */
  forget(place: number): void {
    const length = roundUp(2 + this.bytesAt(place).length);
    this.#kept -= length;
    this.#forgotten += length;
  }
}

const roundUp = (bytes: number): number => Math.ceil(bytes / UNIT) * UNIT;
