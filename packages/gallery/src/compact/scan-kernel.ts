import {
  doWhile,
  f32x4,
  FunctionBuilder,
  i16x8,
  i32,
  i32x4,
  i8x16,
  ifTrue,
  v128,
  type Code,
  type Local,
  type Memory,
} from '@facet/wasm';
import {
  CODES_OFFSET,
  CODES_PER_STEP,
  DOUBTS_OFFSET,
  GROUP_BYTES,
  SCALES_OFFSET,
  SQUARES_OFFSET,
  STEP_BYTES,
  STEPS,
} from './group-layout.js';

/**
 * Goes over the groups from address `group` to `end` (at least one) and writes to `out`, for each group with a
 * template whose lower bound is within `limit`, the group's address and the bits of those templates. Answers the end
 * of what it wrote.
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

/** `scan`, a `ScanGroups`. */
export function scanKernel(): FunctionBuilder {
  const f = new FunctionBuilder('scan', 'i32');
  const query = f.parameter('i32');
  const group = f.parameter('i32');
  const end = f.parameter('i32');
  const out = f.parameter('i32');
  const queryLength = f.parameter('f32');
  const queryScale = f.parameter('f32');
  const limit = f.parameter('f32');
  const sums: FourSums = [f.variable('v128'), f.variable('v128'), f.variable('v128'), f.variable('v128')];
  const firstOfQuery = f.variable('v128');
  const secondOfQuery = f.variable('v128');
  const codes = f.variable('v128');
  const found = f.variable('i32');

  /** Adds up the products of 16 codes of each of the four templates with those of the query. */
  const step = (index: number): Code => [
    ...firstOfQuery.set(load(query, 32 * index)),
    ...secondOfQuery.set(load(query, 32 * index + 16)),
    ...sums.flatMap((sum, place) => [
      ...codes.set(load(group, CODES_OFFSET + index * STEP_BYTES + CODES_PER_STEP * place)),
      ...sum.set(addProducts(sum, i16x8.extend_low_i8x16_s(codes.get), firstOfQuery)),
      ...sum.set(addProducts(sum, i16x8.extend_high_i8x16_s(codes.get), secondOfQuery)),
    ]),
  ];

  /** |x|² − 2x·q less what doubt allows: a lower bound of the squared distance without |q|². */
  const doubts = f32x4.mul(load(group, DOUBTS_OFFSET), f32x4.splat(queryLength.get));
  const scales = f32x4.mul(load(group, SCALES_OFFSET), f32x4.splat(queryScale.get));
  const squares = f32x4.sub(load(group, SQUARES_OFFSET), doubts);
  const lowerBounds = f32x4.sub(squares, f32x4.mul(f32x4.convert_i32x4_s(products(sums)), scales));

  return f.body(
    doWhile(
      i32.lt_u(group.get, end.get),
      ...sums.map((sum) => sum.set(v128.zero)),
      ...Array.from({ length: STEPS }, (_, index) => step(index)),
      found.set(i32x4.bitmask(f32x4.le(lowerBounds, f32x4.splat(limit.get)))),
      ifTrue(found.get, [
        ...i32.store(out.get, group.get, 0),
        ...i32.store(out.get, found.get, 4),
        ...out.set(i32.add(out.get, i32.const(FOUND_BYTES))),
      ]),
      group.set(i32.add(group.get, i32.const(GROUP_BYTES))),
    ),
    out.get,
  );
}

type FourSums = readonly [Local, Local, Local, Local];

/** Everything is aligned to 2 ** 4 bytes, which makes loads faster on some machines. */
const ALIGNMENT = 4;
const load = (from: Local, offset: number): Code => v128.load(from.get, offset, ALIGNMENT);

const addProducts = (sum: Local, codes: Code, ofQuery: Local): Code =>
  i32x4.add(sum.get, i32x4.dot_i16x8_s(codes, ofQuery.get));

/** One lane for each template: the product of its codes with those of the query. */
function products([a, b, c, d]: FourSums): Code {
  const first = fold(a.get, b.get);
  const second = fold(c.get, d.get);
  return i32x4.add(lanes(first, second, [0, 2, 4, 6]), lanes(first, second, [1, 3, 5, 7]));
}

/** From four lanes of each of two sums to two lanes of each. */
const fold = (a: Code, b: Code): Code => i32x4.add(lanes(a, b, [0, 1, 4, 5]), lanes(a, b, [2, 3, 6, 7]));

/** Takes lanes of 32 bits out of two vectors: 0 to 3 are the lanes of the first, 4 to 7 of the second. */
const lanes = (a: Code, b: Code, chosen: readonly [number, number, number, number]): Code =>
  i8x16.shuffle(
    a,
    b,
    chosen.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
  );
