import { PAGE_BYTES, type Memory, type SharedMemory } from '@facet/wasm';
import type { EncodedQuery } from './encode-query.js';
import type { EncodedVector } from './encode-vector.js';
import {
  codeOffset,
  ERROR_BOUNDS_OFFSET,
  GROUP,
  GROUP_BYTES,
  SCALES_OFFSET,
  SQUARES_OFFSET,
} from './group-layout.js';

/**
 * Goes over the groups from address `group` to `end` (at least one) and writes to `out`, for each group with a
 * vector whose lower bound is within `limit`, the group's address and the bits of those vectors. Returns the end
 * of what it wrote. Its source is `packages/wasm/assembly/scan-kernel.ts`, which relies on the layout of groups in
 * `group-layout.ts`.
 */
type ScanGroups = (
  query: number,
  group: number,
  end: number,
  out: number,
  queryLength: number,
  queryScale: number,
  limit: number,
) => number;

export interface ScanKernel {
  readonly memory: Memory | SharedMemory;
  readonly scan: ScanGroups;
}

/** Bytes of one entry of the output. */
const FOUND_BYTES = 8;

/** Two million vectors take 294 MB, far below the 4 GB of a WebAssembly memory. */
export const SHARD_VECTORS = 1 << 21;
/** So many groups are scanned in one call. */
export const SLICE_GROUPS = 2048;

/** As many threads may scan a shard at the same time: each has a place for query and output before the groups. */
export const SCAN_PLACES = 8;
const PLACE_BYTES = 32 * 1024;
const FOUND_AT = 1024;
const GROUPS_AT = SCAN_PLACES * PLACE_BYTES;
export const SHARD_BYTES = GROUPS_AT + (SHARD_VECTORS / GROUP) * GROUP_BYTES;
const PAGES = Math.ceil(SHARD_BYTES / PAGE_BYTES);

/** The codes of up to two million vectors in a WebAssembly memory, which grows with them. */
export class CodeShard {
  readonly #memory: Memory | SharedMemory;
  readonly #scan: ScanGroups;
  readonly #queryAt: number;
  #view: DataView;
  #codes: Int8Array;

  constructor({ memory, scan }: ScanKernel, place = 0) {
    this.#memory = memory;
    this.#scan = scan;
    this.#queryAt = place * PLACE_BYTES;
    this.#view = new DataView(this.#memory.buffer);
    this.#codes = new Int8Array(this.#memory.buffer);
  }

  write(index: number, vector: EncodedVector): void {
    const group = this.#groupOf(index);
    const place = index % GROUP;
    this.#reserve(group + GROUP_BYTES);
    this.#view.setFloat32(group + SQUARES_OFFSET + 4 * place, vector.square, true);
    this.#view.setFloat32(group + ERROR_BOUNDS_OFFSET + 4 * place, vector.errorBound, true);
    this.#view.setFloat32(group + SCALES_OFFSET + 4 * place, vector.scale, true);
    for (let i = 0; i < vector.codes.length; i++) {
      this.#codes[group + codeOffset(place, i)] = vector.codes[i] ?? 0;
    }
  }

  scaleOf(index: number): number {
    return this.#view.getFloat32(this.#groupOf(index) + SCALES_OFFSET + 4 * (index % GROUP), true);
  }

  errorBoundOf(index: number): number {
    return this.#view.getFloat32(this.#groupOf(index) + ERROR_BOUNDS_OFFSET + 4 * (index % GROUP), true);
  }

  codeOf(index: number, dimension: number): number {
    return this.#codes[this.#groupOf(index) + codeOffset(index % GROUP, dimension)] ?? 0;
  }

  setQuery(query: EncodedQuery): void {
    query.codes.forEach((code, i) => {
      this.#view.setInt16(this.#queryAt + 2 * i, code, true);
    });
  }

  /** Scans groups for the query that was set; for each vector that may lie within the bound, `found` is called. */
  scan(query: EncodedQuery, from: number, to: number, bound: number, found: (index: number) => void): void {
    const foundAt = this.#queryAt + FOUND_AT;
    const end = this.#scan(
      this.#queryAt,
      GROUPS_AT + from * GROUP_BYTES,
      GROUPS_AT + to * GROUP_BYTES,
      foundAt,
      query.length,
      query.scale,
      query.limitFor(bound),
    );
    for (let at = foundAt; at < end; at += FOUND_BYTES) {
      const group = (this.#view.getUint32(at, true) - GROUPS_AT) / GROUP_BYTES;
      const places = this.#view.getUint32(at + 4, true);
      for (let place = 0; place < GROUP; place++) if (places & (1 << place)) found(group * GROUP + place);
    }
  }

  #groupOf(index: number): number {
    return GROUPS_AT + Math.floor(index / GROUP) * GROUP_BYTES;
  }

  #reserve(bytes: number): void {
    const size = this.#memory.buffer.byteLength;
    if (bytes <= size) return;
    // Pages that are not written to take no memory, so reserving some in advance is free.
    const wanted = Math.min(PAGES, Math.ceil((bytes + size / 4) / PAGE_BYTES));
    this.#memory.grow(wanted - size / PAGE_BYTES);
    this.#view = new DataView(this.#memory.buffer);
    this.#codes = new Int8Array(this.#memory.buffer);
  }
}
