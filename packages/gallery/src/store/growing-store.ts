import { CompactStore } from '../compact/compact-store.js';
import { PLAIN_VECTORS, PlainStore } from './plain-store.js';
import type { Offer, VectorStore } from './vector-store.js';
import { DIMENSIONS } from '../vector.js';

/** Plain while small, so that a process may hold thousands of small galleries; compact from then on, where it can be. */
export class GrowingStore implements VectorStore {
  #store: VectorStore = new PlainStore();
  #mayGrow = true;

  get length(): number {
    return this.#store.length;
  }

  push(vector: Float32Array): void {
    if (this.#mayGrow && this.#store.length >= PLAIN_VECTORS) this.#grow();
    this.#store.push(vector);
  }

  read(index: number, into: Float32Array): void {
    this.#store.read(index, into);
  }

  replaceByLast(index: number): void {
    this.#store.replaceByLast(index);
  }

  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void {
    this.#store.scan(query, from, to, bound, offer);
  }

  #grow(): void {
    this.#mayGrow = false;
    const compact = CompactStore.create();
    if (compact === undefined) return;
    const vector = new Float32Array(DIMENSIONS);
    for (let index = 0; index < this.#store.length; index++) {
      this.#store.read(index, vector);
      compact.push(vector);
    }
    this.#store = compact;
  }
}
