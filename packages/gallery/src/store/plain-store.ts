import { DIMENSIONS } from '../vector.js';
import type { Offer, VectorStore } from './vector-store.js';

const CHUNK_BITS = 12;
const CHUNK = 1 << CHUNK_BITS;

/** Up to so many, going over plain vectors takes less than half a millisecond. */
export const PLAIN_VECTORS = 2048;

/** After so many numbers, most vectors are too far away already. */
const ENOUGH = 80;

/**
 * Exactly what `squaredDistance` gives, or anything beyond the limit. In place and for one kind of array alone, it takes
 * half the time.
 */
function distanceWithin(query: Float32Array, chunk: Float32Array, start: number, limit: number): number {
  let sum = 0;
  for (let i = 0; i < ENOUGH; i++) {
    const difference = (query[i] ?? 0) - (chunk[start + i] ?? 0);
    sum += difference * difference;
  }
  if (sum > limit) return sum;
  for (let i = ENOUGH; i < DIMENSIONS; i++) {
    const difference = (query[i] ?? 0) - (chunk[start + i] ?? 0);
    sum += difference * difference;
  }
  return sum;
}

/** Vectors as float32 in chunks, compared one by one: correct everywhere, and the reference for the fast store. */
export class PlainStore implements VectorStore {
  readonly #chunks: Float32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(vector: Float32Array): void {
    if (this.#length === this.#chunks.length * CHUNK) this.#chunks.push(new Float32Array(CHUNK * DIMENSIONS));
    this.#length++;
    this.#at(this.#length - 1).set(vector);
  }

  read(index: number, into: Float32Array): void {
    into.set(this.#at(index));
  }

  replaceByLast(index: number): void {
    const last = this.#length - 1;
    if (index !== last) this.#at(index).set(this.#at(last));
    this.#length = last;
    if (last + 2 * CHUNK <= this.#chunks.length * CHUNK) this.#chunks.pop();
  }

  /** Overwrites a vector: it is never offered again. */
  wipe(index: number): void {
    this.#at(index).fill(NaN);
  }

  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void {
    let limit = bound;
    for (let index = from; index < to; index++) {
      const chunk = this.#chunks[index >>> CHUNK_BITS];
      if (chunk === undefined) throw new RangeError(`no vector ${index}`);
      const squared = distanceWithin(query, chunk, (index & (CHUNK - 1)) * DIMENSIONS, limit);
      if (squared <= limit) limit = offer(index, squared);
    }
  }

  #at(index: number): Float32Array {
    const start = (index & (CHUNK - 1)) * DIMENSIONS;
    const chunk = this.#chunks[index >>> CHUNK_BITS];
    if (chunk === undefined) throw new RangeError(`no vector ${index}`);
    return chunk.subarray(start, start + DIMENSIONS);
  }
}
