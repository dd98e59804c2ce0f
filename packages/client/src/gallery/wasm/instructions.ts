import { signed, unsigned } from './leb128.js';

/** A piece of WebAssembly code: bytes that leave one value, or none, on the stack. */
export type Code = readonly number[];

const NO_RESULT = 0x40;
const plain =
  (opcode: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), opcode];
const simd =
  (opcode: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), 0xfd, ...unsigned(opcode)];

export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** A variable of a function, by its number; parameters come first. */
export const local = (index: number): Local => ({
  get: [0x20, ...unsigned(index)],
  set: (value) => [...value, 0x21, ...unsigned(index)],
});

/** Runs the body, and again as long as the condition after it holds. */
export const doWhile = (body: readonly Code[], condition: Code): Code => [
  ...[0x03, NO_RESULT],
  ...body.flat(),
  ...condition,
  ...[0x0d, 0],
  0x0b,
];

export const when = (condition: Code, body: readonly Code[]): Code => [
  ...condition,
  ...[0x04, NO_RESULT],
  ...body.flat(),
  0x0b,
];

/** The alignment is a hint, as a power of two; a wrong one costs time, never correctness. */
const memoryAt = (offset: number, alignment: number): Code => [alignment, ...unsigned(offset)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: plain(0x6a),
  lessThanUnsigned: plain(0x49),
  store: (address: Code, value: Code, offset: number): Code => [
    ...address,
    ...value,
    0x36,
    ...memoryAt(offset, 2),
  ],
} as const;

export const v128 = {
  load: (address: Code, offset: number): Code => [...address, 0xfd, 0x00, ...memoryAt(offset, 4)],
  zero: [0xfd, 0x0c, ...new Array<number>(16).fill(0)] as Code,
  /** Takes lanes of 32 bits out of two vectors: 0 to 3 are the lanes of the first, 4 to 7 of the second. */
  shuffle32: (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
    ...[...a, ...b],
    ...[0xfd, 0x0d],
    ...lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
  ],
} as const;

export const i16x8 = {
  extendLow8Signed: simd(0x87),
  extendHigh8Signed: simd(0x88),
} as const;

export const i32x4 = {
  bitmask: simd(0xa4),
  add: simd(0xae),
  /** Multiplies eight pairs of 16-bit numbers and adds neighbouring products. */
  dot16: simd(0xba),
} as const;

export const f32x4 = {
  splat: simd(0x13),
  lessOrEqual: simd(0x45),
  sub: simd(0xe5),
  mul: simd(0xe6),
  fromI32x4: simd(0xfa),
} as const;
