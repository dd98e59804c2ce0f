import type { Code } from './code.js';
import { binary, place, simd, unary } from './operations.js';

/** Addresses need not be aligned; saying that they are, as a power of two, is a hint to some machines. */
const ANY = 0;

const load =
  (opcode: number) =>
  (address: Code, offset = 0, alignment = ANY): Code => [
    ...address,
    ...simd(opcode),
    ...place(offset, alignment),
  ];

export const v128 = {
  load: load(0x00),
  store: (address: Code, value: Code): Code => [...address, ...value, ...simd(0x0b), ...place(0, ANY)],
  store32_lane: (address: Code, value: Code, lane: number): Code => [
    ...address,
    ...value,
    ...simd(0x5a),
    ...place(0, ANY),
    lane,
  ],
  zero: [...simd(0x0c), ...new Array<number>(16).fill(0)] as Code,
} as const;

export const i8x16 = {
  /** Bytes 0 to 15 of the choice come from `a`, 16 to 31 from `b`; places left out are of no matter. */
  shuffle: (a: Code, b: Code, choice: readonly number[]): Code => [
    ...a,
    ...b,
    ...simd(0x0d),
    ...Array.from({ length: 16 }, (_, i) => choice[i] ?? 0),
  ],
  narrow_i16x8_u: binary(...simd(0x66)),
} as const;

export const i16x8 = {
  load8x8_u: load(0x02),
  splat: unary(...simd(0x10)),
  extadd_pairwise_i8x16_u: unary(...simd(0x7d)),
  extend_low_i8x16_s: unary(...simd(0x87)),
  extend_high_i8x16_s: unary(...simd(0x88)),
  shr_u: binary(...simd(0x8d)),
  add: binary(...simd(0x8e)),
} as const;

export const i32x4 = {
  bitmask: unary(...simd(0xa4)),
  extend_low_i16x8_u: unary(...simd(0xa9)),
  add: binary(...simd(0xae)),
  /** Multiplies eight pairs of 16-bit numbers and adds neighbouring products. */
  dot_i16x8_s: binary(...simd(0xba)),
} as const;

export const f32x4 = {
  splat: unary(...simd(0x13)),
  le: binary(...simd(0x45)),
  add: binary(...simd(0xe4)),
  sub: binary(...simd(0xe5)),
  mul: binary(...simd(0xe6)),
  convert_i32x4_s: unary(...simd(0xfa)),
} as const;
