import type { Compiled } from '@facet/wasm';
import type { Offer, VectorStore } from '../store/vector-store.js';
import { DIMENSIONS, squaredDistance } from '../vector.js';
import { CodeShard, compileScanKernel, SHARD_VECTORS, SLICE_GROUPS, type ScanKernel } from './code-shard.js';
import { encodeQuery } from './encode-query.js';
import { FloatBits, VectorEncoder } from './encode-vector.js';
import { GROUP } from './group-layout.js';
import { ResidualColumn } from './residual-column.js';

/** The first slice is small, because what it finds lowers the bound for all others. */
const FIRST_SLICE_GROUPS = 64;

/**
 * Vectors split in two: 8-bit codes, scanned with WebAssembly SIMD for all that may lie within the bound, and the
 * rest of the bits, with which those few are compared exactly.
 */
export class CompactStore implements VectorStore {
  readonly #shards: CodeShard[] = [];
  readonly #rests = new ResidualColumn();
  readonly #encoder = new VectorEncoder();
  readonly #bits = new FloatBits();
  readonly #vector = new Float32Array(DIMENSIONS);
  readonly #kernel: Compiled<ScanKernel>;
  #length = 0;

  private constructor(kernel: Compiled<ScanKernel>) {
    this.#kernel = kernel;
  }

  /** A store, or nothing where there is no WebAssembly with SIMD. */
  static create(): CompactStore | undefined {
    const kernel = compileScanKernel();
    return kernel === undefined ? undefined : new CompactStore(kernel);
  }

  get length(): number {
    return this.#length;
  }

  push(vector: Float32Array): void {
    if (this.#length === this.#shards.length * SHARD_VECTORS) this.#shards.push(new CodeShard(this.#kernel));
    const encoded = this.#encoder.encode(vector);
    this.#rests.push(encoded);
    this.#length++;
    this.#shardOf(this.#length - 1).write((this.#length - 1) % SHARD_VECTORS, encoded);
  }

  read(index: number, into: Float32Array): void {
    const shard = this.#shardOf(index);
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
    const last = this.#length - 1;
    if (index !== last) {
      this.read(last, this.#vector);
      this.#shardOf(index).write(index % SHARD_VECTORS, this.#encoder.encode(this.#vector));
    }
    this.#rests.replaceByLast(index);
    this.#length = last;
    if (last + 2 * SHARD_VECTORS <= this.#shards.length * SHARD_VECTORS) this.#shards.pop();
  }

  scan(query: Float32Array, from: number, to: number, bound: number, offer: Offer): void {
    let limit = bound;
    this.#scanCodes(
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
    this.#scanCodes(
      query,
      0,
      this.#length,
      () => bound,
      () => count++,
    );
    return count;
  }

  #scanCodes(
    query: Float32Array,
    from: number,
    to: number,
    bound: () => number,
    found: (index: number) => void,
  ): void {
    const encoded = encodeQuery(query);
    let slice = FIRST_SLICE_GROUPS;
    for (let start = from; start < to;) {
      const shard = this.#shardOf(start);
      const base = start - (start % SHARD_VECTORS);
      const first = start - base;
      const end = Math.min(to - base, SHARD_VECTORS);
      shard.setQuery(encoded);
      for (let group = Math.floor(first / GROUP); group * GROUP < end;) {
        const next = Math.min(Math.ceil(end / GROUP), group + slice);
        shard.scan(encoded, group, next, bound(), (place) => {
          // The first and the last group may hold vectors outside the range.
          if (place >= first && place < end) found(base + place);
        });
        group = next;
        slice = Math.min(SLICE_GROUPS, 2 * slice);
      }
      start = base + end;
    }
  }

  #shardOf(index: number): CodeShard {
    const shard = this.#shards[Math.floor(index / SHARD_VECTORS)];
    if (shard === undefined) throw new RangeError(`no vector ${index}`);
    return shard;
  }
}
