import {
  compileForMemoryIfSupported,
  compileIfSupported,
  newSharedMemory,
  SCAN_KERNEL,
  SHARED_SCAN_KERNEL,
  type SharedMemory,
} from '@facet/wasm';
import { DIMENSIONS } from '../vector.js';
import { CodeShard, SHARD_BYTES, SHARD_VECTORS, SLICE_GROUPS, type ScanKernel } from './code-shard.js';
import { encodeQuery } from './encode-query.js';
import type { EncodedVector } from './encode-vector.js';
import { GROUP } from './group-layout.js';

/** The first slice is small, because what it finds lowers the bound for all others. */
const FIRST_SLICE_GROUPS = 64;
/** More than what float32 rounding adds to a distance. */
const ROUNDING_ERROR = 1e-6;

/** The 8-bit codes of vectors, scanned with WebAssembly SIMD for all that may lie within a bound. */
export class CodeColumn {
  readonly #shards: CodeShard[] = [];
  readonly #newShard: () => CodeShard;
  #length = 0;

  private constructor(newShard: () => CodeShard) {
    this.#newShard = newShard;
  }

  /** A column, or nothing where there is no WebAssembly with SIMD. */
  static create(): CodeColumn | undefined {
    const kernel = compileIfSupported<ScanKernel>(SCAN_KERNEL);
    return kernel && new CodeColumn(() => new CodeShard(kernel.newInstance()));
  }

  /** The same in memories that other threads can scan, each of which is added to the list. */
  static createShared(memories: SharedMemory[]): CodeColumn | undefined {
    const kernel = compileSharedKernel();
    if (kernel === undefined) return undefined;
    return new CodeColumn(() => {
      const memory = newSharedMemory(SHARD_BYTES);
      memories.push(memory);
      return new CodeShard({ memory, scan: kernel.newInstance(memory).scan });
    });
  }

  /** A column that another thread writes to, for scans at this place. */
  static over(memories: readonly SharedMemory[], length: number, place: number): CodeColumn {
    const kernel = compileSharedKernel();
    if (kernel === undefined) throw new Error('This thread has no WebAssembly with SIMD.');
    const column = new CodeColumn(() => {
      throw new Error('Only the thread that made the column adds to it.');
    });
    for (const memory of memories)
      column.#shards.push(new CodeShard({ memory, scan: kernel.newInstance(memory).scan }, place));
    column.#length = length;
    return column;
  }

  get length(): number {
    return this.#length;
  }

  push(encoded: EncodedVector): void {
    if (this.#length === this.#shards.length * SHARD_VECTORS) this.#shards.push(this.#newShard());
    this.#length++;
    this.write(this.#length - 1, encoded);
  }

  write(index: number, encoded: EncodedVector): void {
    this.shardOf(index).write(index % SHARD_VECTORS, encoded);
  }

  /** Removes the last vector. */
  drop(): void {
    this.#length--;
    if (this.#length + 2 * SHARD_VECTORS <= this.#shards.length * SHARD_VECTORS) this.#shards.pop();
  }

  /** The bounds of the distance between the query and a vector, by its codes alone. */
  boundsOf(query: Float32Array, index: number): { readonly least: number; readonly most: number } {
    const shard = this.shardOf(index);
    const place = index % SHARD_VECTORS;
    const scale = shard.scaleOf(place);
    let sum = 0;
    for (let i = 0; i < DIMENSIONS; i++) {
      const difference = (query[i] ?? 0) - shard.codeOf(place, i) * scale;
      sum += difference * difference;
    }
    const distance = Math.sqrt(sum);
    const error = shard.errorBoundOf(place) / 2 + ROUNDING_ERROR;
    return { least: Math.max(0, distance - error), most: distance + error };
  }

  /** Calls `found` with every vector of `from` ≤ index < `to` that may lie within the bound of the squared distance. */
  scan(
    query: Float32Array,
    from: number,
    to: number,
    bound: () => number,
    found: (index: number) => void,
  ): void {
    const encoded = encodeQuery(query);
    let slice = FIRST_SLICE_GROUPS;
    for (let start = from; start < to;) {
      const shard = this.shardOf(start);
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

  shardOf(index: number): CodeShard {
    const shard = this.#shards[Math.floor(index / SHARD_VECTORS)];
    if (shard === undefined) throw new RangeError(`no vector ${index}`);
    return shard;
  }
}

let sharedKernel: ReturnType<typeof compileForMemoryIfSupported<Pick<ScanKernel, 'scan'>>>;
/** Compiled once in each thread. */
const compileSharedKernel = (): typeof sharedKernel =>
  (sharedKernel ??= compileForMemoryIfSupported<Pick<ScanKernel, 'scan'>>(SHARED_SCAN_KERNEL));
