import { GalleryError } from '../gallery-error.js';
import { NumberColumn } from '../store/number-column.js';
import type { VectorStore } from '../store/vector-store.js';

/** This many vectors are compared with all earlier ones while their codes are in the processor's cache. */
const BLOCK = 4096;
/** Beyond this, the lists of neighbours would need gigabytes. */
const MAX_PAIRS = 100_000_000;

/** For each vector, the numbers of all vectors nearer than the threshold. They are put into the store, which is empty. */
export function findNeighbours(
  vectors: readonly Float32Array[],
  threshold: number,
  store: VectorStore,
): Uint32Array[] {
  for (const vector of vectors) store.push(vector);
  const bound = threshold * threshold;
  const lower = new NumberColumn();
  const higher = new NumberColumn();
  const degrees = new Uint32Array(vectors.length);
  for (let block = 0; block < vectors.length; block += BLOCK) {
    const end = Math.min(vectors.length, block + BLOCK);
    for (let own = 0; own < end; own++) {
      const vector = vectors[own];
      const from = Math.max(block, own + 1);
      if (vector === undefined || from >= end) continue;
      store.scan(vector, from, end, bound, (other, squared) => {
        if (squared >= bound) return bound;
        lower.push(own);
        higher.push(other);
        degrees[own] = (degrees[own] ?? 0) + 1;
        degrees[other] = (degrees[other] ?? 0) + 1;
        return bound;
      });
      if (lower.length > MAX_PAIRS) {
        throw new GalleryError(
          'option-invalid',
          'more than 100 million pairs are this near; use a lower threshold',
        );
      }
    }
  }
  return toLists(lower, higher, degrees);
}

function toLists(lower: NumberColumn, higher: NumberColumn, degrees: Uint32Array): Uint32Array[] {
  const lists = Array.from(degrees, (degree) => new Uint32Array(degree));
  const filled = new Uint32Array(degrees.length);
  const note = (own: number, other: number): void => {
    const at = filled[own] ?? 0;
    const list = lists[own];
    if (list !== undefined) list[at] = other;
    filled[own] = at + 1;
  };
  for (let i = 0; i < lower.length; i++) {
    note(lower.get(i), higher.get(i));
    note(higher.get(i), lower.get(i));
  }
  return lists;
}
