import { signed } from './binary-format.js';
import type { Code } from './code.js';
import { binary, place, unary } from './operations.js';

const FOUR_BYTES = 2;

const store =
  (opcode: number, alignment: number) =>
  (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    opcode,
    ...place(offset, alignment),
  ];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(BigInt.asIntN(32, BigInt(value)))],
  eqz: unary(0x45),
  lt_s: binary(0x48),
  lt_u: binary(0x49),
  add: binary(0x6a),
  mul: binary(0x6c),
  or: binary(0x72),
  shr_u: binary(0x76),
  wrap_i64: unary(0xa7),
  store: store(0x36, FOUR_BYTES),
} as const;

export const i64 = {
  const: (value: bigint): Code => [0x42, ...signed(BigInt.asIntN(64, value))],
  lt_s: binary(0x53),
  gt_s: binary(0x55),
  gt_u: binary(0x56),
  add: binary(0x7c),
  shl: binary(0x86),
  shr_s: binary(0x87),
  extend_i32_s: unary(0xac),
  trunc_sat_f64_s: unary(0xfc, 6),
} as const;

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  mul: binary(0x94),
  convert_i32_s: unary(0xb2),
  store: store(0x38, FOUR_BYTES),
} as const;

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  add: binary(0xa0),
  sub: binary(0xa1),
  mul: binary(0xa2),
  convert_i32_s: unary(0xb7),
} as const;
