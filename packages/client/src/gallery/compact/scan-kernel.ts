import { assembleModule } from '../wasm/assemble-module.js';
import { doWhile, f32x4, i16x8, i32, i32x4, local, v128, when, type Code } from '../wasm/instructions.js';
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

/** Bytes of one entry of the output. */
export const FOUND_BYTES = 8;

const query = local(0);
const group = local(1);
const end = local(2);
const out = local(3);
const queryLength = local(4);
const queryScale = local(5);
const limit = local(6);
const sums = [local(7), local(8), local(9), local(10)] as const;
const firstOfQuery = local(11);
const secondOfQuery = local(12);
const codes = local(13);
const found = local(14);

/** Adds up the products of 16 codes of each of the four templates with those of the query. */
function step(index: number): Code {
  const start = CODES_OFFSET + index * STEP_BYTES;
  return [
    ...firstOfQuery.set(v128.load(query.get, 32 * index)),
    ...secondOfQuery.set(v128.load(query.get, 32 * index + 16)),
    ...sums.flatMap((sum, place) => [
      ...codes.set(v128.load(group.get, start + CODES_PER_STEP * place)),
      ...sum.set(i32x4.add(sum.get, i32x4.dot16(i16x8.extendLow8Signed(codes.get), firstOfQuery.get))),
      ...sum.set(i32x4.add(sum.get, i32x4.dot16(i16x8.extendHigh8Signed(codes.get), secondOfQuery.get))),
    ]),
  ];
}

/** From four lanes of each of two sums to two lanes of each. */
const fold = (a: Code, b: Code): Code =>
  i32x4.add(v128.shuffle32(a, b, [0, 1, 4, 5]), v128.shuffle32(a, b, [2, 3, 6, 7]));

/** One lane for each template: the product of its codes with those of the query. */
function products(): Code {
  const first = fold(sums[0].get, sums[1].get);
  const second = fold(sums[2].get, sums[3].get);
  return i32x4.add(v128.shuffle32(first, second, [0, 2, 4, 6]), v128.shuffle32(first, second, [1, 3, 5, 7]));
}

/** |x|² − 2x·q less what doubt allows: a lower bound of the squared distance without |q|². */
function lowerBounds(): Code {
  const doubts = f32x4.mul(v128.load(group.get, DOUBTS_OFFSET), f32x4.splat(queryLength.get));
  const scales = f32x4.mul(v128.load(group.get, SCALES_OFFSET), f32x4.splat(queryScale.get));
  const squares = f32x4.sub(v128.load(group.get, SQUARES_OFFSET), doubts);
  return f32x4.sub(squares, f32x4.mul(f32x4.fromI32x4(products()), scales));
}

/** The module that exports `scan`, a `ScanGroups`. */
export function assembleScanModule(): Uint8Array<ArrayBuffer> {
  return assembleModule({
    name: 'scan',
    parameters: ['i32', 'i32', 'i32', 'i32', 'f32', 'f32', 'f32'],
    result: 'i32',
    locals: ['v128', 'v128', 'v128', 'v128', 'v128', 'v128', 'v128', 'i32'],
    body: [
      doWhile(
        [
          ...sums.map((sum) => sum.set(v128.zero)),
          ...Array.from({ length: STEPS }, (_, index) => step(index)),
          found.set(i32x4.bitmask(f32x4.lessOrEqual(lowerBounds(), f32x4.splat(limit.get)))),
          when(found.get, [
            i32.store(out.get, group.get, 0),
            i32.store(out.get, found.get, 4),
            out.set(i32.add(out.get, i32.const(FOUND_BYTES))),
          ]),
          group.set(i32.add(group.get, i32.const(GROUP_BYTES))),
        ],
        i32.lessThanUnsigned(group.get, end.get),
      ),
      out.get,
    ],
  });
}
