import { DIMENSIONS } from '../vector.js';
import type { EncodedVector } from './encode-vector.js';

const CHUNK = 1 << 12;
/** Three bytes for each number, then up to four escapes; about one number in a hundred needs one. */
const ESCAPES_AT = 3 * DIMENSIONS;
const MAX_ESCAPES = 4;
const RECORD_BYTES = ESCAPES_AT + MAX_ESCAPES;

/** What is missing from the codes to the exact numbers of each vector, read only for the few that may be near. */
export class ResidualColumn {
  readonly #chunks: Uint8Array[] = [];
  /** The escapes of vectors with more than four. */
  readonly #manyEscapes = new Map<number, Uint8Array>();
  #length = 0;

  push(vector: EncodedVector): void {
    if (this.#length === this.#chunks.length * CHUNK) this.#chunks.push(new Uint8Array(CHUNK * RECORD_BYTES));
    const index = this.#length++;
    const chunk = this.chunkOf(index);
    const start = this.startOf(index);
    for (let i = 0; i < DIMENSIONS; i++) {
      const rest = vector.rests[i] ?? 0;
      chunk[start + 3 * i] = rest;
      chunk[start + 3 * i + 1] = rest >>> 8;
      chunk[start + 3 * i + 2] = rest >>> 16;
    }
    if (vector.escapeCount > MAX_ESCAPES) {
      this.#manyEscapes.set(index, vector.escapes.slice(0, vector.escapeCount));
    } else {
      for (let i = 0; i < MAX_ESCAPES; i++) chunk[start + ESCAPES_AT + i] = vector.escapes[i] ?? 0;
    }
  }

  /** The chunk with the vector's record, which begins at `startOf`. */
  chunkOf(index: number): Uint8Array {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk === undefined) throw new RangeError(`no vector ${index}`);
    return chunk;
  }

  startOf(index: number): number {
    return (index % CHUNK) * RECORD_BYTES;
  }

  escapesOf(index: number): Uint8Array {
    const escapes = this.#manyEscapes.get(index);
    if (escapes !== undefined) return escapes;
    const start = this.startOf(index) + ESCAPES_AT;
    return this.chunkOf(index).subarray(start, start + MAX_ESCAPES);
  }

  replaceByLast(index: number): void {
    const last = this.#length - 1;
    const escapes = this.#manyEscapes.get(last);
    this.#manyEscapes.delete(last);
    if (index !== last) {
      const start = this.startOf(last);
      this.chunkOf(index).set(this.chunkOf(last).subarray(start, start + RECORD_BYTES), this.startOf(index));
      if (escapes === undefined) this.#manyEscapes.delete(index);
      else this.#manyEscapes.set(index, escapes);
    }
    this.#length = last;
    // One spare chunk stays, so that adding and removing at the edge does not allocate each time.
    if (last + 2 * CHUNK <= this.#chunks.length * CHUNK) this.#chunks.pop();
  }
}
