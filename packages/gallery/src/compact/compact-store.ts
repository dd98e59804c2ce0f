import type { Offer, VectorStore } from '../store/vector-store.js';
import { DIMENSIONS, squaredDistance } from '../vector.js';
import { CodeColumn } from './code-column.js';
import { SHARD_VECTORS } from './code-shard.js';
import { FloatBits, VectorEncoder } from './encode-vector.js';
import { ResidualColumn } from './residual-column.js';

/**
 * Vectors split in two: 8-bit codes, scanned with WebAssembly SIMD for all that may lie within the bound, and the
 * rest of the bits, with which those few are compared exactly.
 */
export class CompactStore implements VectorStore {
  readonly #codes: CodeColumn;
  readonly #rests = new ResidualColumn();
  readonly #encoder = new VectorEncoder();
  readonly #bits = new FloatBits();
  readonly #vector = new Float32Array(DIMENSIONS);

  private constructor(codes: CodeColumn) {
    this.#codes = codes;
  }

  /** A store, or nothing where there is no WebAssembly with SIMD. */
  static create(): CompactStore | undefined {
    const codes = CodeColumn.create();
    return codes === undefined ? undefined : new CompactStore(codes);
  }

  get length(): number {
    return this.#codes.length;
  }

  push(vector: Float32Array): void {
    const encoded = this.#encoder.encode(vector);
    this.#rests.push(encoded);
    this.#codes.push(encoded);
  }

  read(index: number, into: Float32Array): void {
    const shard = this.#codes.shardOf(index);
    const place = index % SHARD_VECTORS;
    const scale = shard.scaleOf(place);
    const rests = this.#rests.chunkOf(index);
    const escapes = this.#rests.escapesOf(index);
    let at = this.#rests.startOf(index);
    let escape = 0;
    for (let i = 0; i < DIMENSIONS; i++, at += 3) {
      const low = (rests[at] ?? 0) | ((rests[at + 1] ?? 0) << 8);
      const high = rests[at + 2] ?? 0;
      const code = shard.codeOf(place, i);
      into[i] = this.#bits.toNumber(
        code === 0
          ? ((escapes[escape++] ?? 0) << 24) | (high << 16) | low
          : this.#bits.toBits(code * scale) + (((high << 24) >> 8) | low),
      );
    }
  }

  replaceByLast(index: number): void {
    const last = this.length - 1;
    if (index !== last) {
      this.read(last, this.#vector);
      this.#codes.write(index, this.#encoder.encode(this.#vector));
    }
    this.#rests.replaceByLast(index);
    this.#codes.drop();
  }

  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void {
    let limit = bound;
    this.#codes.scan(
      query,
      from,
      to,
      () => limit,
      (index) => {
        this.read(index, this.#vector);
        const squared = squaredDistance(query, this.#vector);
        if (squared <= limit) limit = offer(index, squared);
      },
    );
  }

  /** How many vectors the codes alone cannot rule out; tests measure the codes by it. */
  candidatesOf(query: Float32Array, bound: number): number {
    let count = 0;
    this.#codes.scan(
      query,
      0,
      this.length,
      () => bound,
      () => count++,
    );
    return count;
  }
}
