import type { SharedMemory } from '@facet/wasm';
import { PLAIN_VECTORS, PlainStore } from '../store/plain-store.js';
import { DIMENSIONS } from '../vector.js';
import { CodeColumn } from './code-column.js';
import { VectorEncoder, type EncodedVector } from './encode-vector.js';
import { GROUP, GROUP_BYTES } from './group-layout.js';

/** Receives a vector whose distance is between two bounds, and returns the bound of distances that applies from then on. */
export type IndexOffer = (index: number, least: number, most: number) => number;

/** Codes that other threads can scan; can be sent to them. */
export interface SharedCodes {
  readonly memories: readonly SharedMemory[];
  readonly length: number;
}

/** Which part of which codes is scanned, and at which of the places for threads. */
export interface ScannedPart {
  readonly codes: SharedCodes;
  readonly from: number;
  readonly to: number;
  readonly place: number;
}

/** Offers every vector of the part that may be at most as far from the query as the bound. */
export function scanShared(
  { codes: { memories, length }, from, to, place }: ScannedPart,
  query: Float32Array,
  bound: number,
  offer: IndexOffer,
): void {
  const column = CodeColumn.over(memories, length, place);
  let limit = bound;
  column.scan(
    query,
    from,
    to,
    () => limit * limit,
    (index) => {
      const { least, most } = column.boundsOf(query, index);
      if (least <= limit) limit = offer(index, least, most);
    },
  );
}

/**
 * Where vectors are, without the vectors: from some size on only their codes are kept, a quarter of their size. A search
 * gets bounds of distances; whoever has the vectors compares the few that remain. Vectors are numbered from 0, and keep
 * their number.
 */
export class VectorIndex {
  #plain: PlainStore | null = new PlainStore();
  #codes: CodeColumn | undefined;
  readonly #memories: SharedMemory[] = [];
  readonly #encoder = new VectorEncoder();

  /** The memory for this many vectors. */
  static bytesFor(vectors: number): number {
    return vectors <= PLAIN_VECTORS ? vectors * DIMENSIONS * 4 : Math.ceil(vectors / GROUP) * GROUP_BYTES;
  }

  get length(): number {
    return this.#plain?.length ?? this.#codes?.length ?? 0;
  }

  push(vector: Float32Array): void {
    if (this.#plain !== null && this.#plain.length >= PLAIN_VECTORS) this.#toCodes(this.#plain);
    if (this.#plain !== null) this.#plain.push(vector);
    else this.#codes?.push(this.#encoder.encode(vector));
  }

  /** Overwrites a vector: it is never offered again. */
  wipe(index: number): void {
    if (this.#plain !== null) this.#plain.wipe(index);
    else this.#codes?.write(index, WIPED);
  }

  /** What is scanned with `scanShared`; null as long as the vectors are plain. */
  get codes(): SharedCodes | null {
    return this.#codes === undefined ? null : { memories: this.#memories, length: this.#codes.length };
  }

  /** Offers every plain vector of `from` ≤ index < `to` that is at most as far from the query as the bound. */
  scanPlain(query: Float32Array, from: number, to: number, bound: number, offer: IndexOffer): void {
    let limit = bound;
    this.#plain?.scan(query, from, to, limit * limit, (index, squared) => {
      const distance = Math.sqrt(squared);
      limit = offer(index, distance, distance);
      return limit * limit;
    });
  }

  #toCodes(plain: PlainStore): void {
    const codes = CodeColumn.createShared(this.#memories);
    // Without SIMD, everything stays plain.
    if (codes === undefined) return;
    const vector = new Float32Array(DIMENSIONS);
    for (let index = 0; index < plain.length; index++) {
      plain.read(index, vector);
      codes.push(Number.isNaN(vector[0]) ? WIPED : this.#encoder.encode(vector));
    }
    this.#codes = codes;
    this.#plain = null;
  }
}

/** Infinitely far from every query. */
const WIPED: EncodedVector = {
  codes: new Int8Array(DIMENSIONS),
  rests: new Uint32Array(DIMENSIONS),
  escapes: new Uint8Array(DIMENSIONS),
  escapeCount: 0,
  scale: 0,
  square: Infinity,
  errorBound: 0,
};
