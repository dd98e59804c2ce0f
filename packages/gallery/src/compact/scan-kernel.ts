import type { Memory } from '@facet/wasm';

/**
 * Goes over the groups from address `group` to `end` (at least one) and writes to `out`, for each group with a
 * template whose lower bound is within `limit`, the group's address and the bits of those templates. Answers the end
 * of what it wrote. Its source is `packages/wasm/assembly/scan-kernel.ts`, which relies on the layout of groups in
 * `group-layout.ts`.
 */
export type ScanGroups = (
  query: number,
  group: number,
  end: number,
  out: number,
  queryLength: number,
  queryScale: number,
  limit: number,
) => number;

export interface ScanKernel {
  readonly memory: Memory;
  readonly scan: ScanGroups;
}

/** Bytes of one entry of the output. */
export const FOUND_BYTES = 8;
