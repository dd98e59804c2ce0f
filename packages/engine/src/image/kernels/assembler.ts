/**
 * WebAssembly written as nested TypeScript calls: each call gives the bytes of an expression, operands first, so an
 * expression is put together by joining bytes. Numbers are those of the WebAssembly core specification 2.0.
 */
export type Code = readonly number[];

export type ValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

const VALUE_TYPES: Readonly<Record<ValueType, number>> = {
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
};

const EMPTY_BLOCK = 0x40;
const END = 0x0b;

/** A parameter or variable of a function. */
export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** A function under construction: parameters first, then variables, then its code. */
export class FunctionBuilder {
  readonly name: string;
  readonly #parameters: ValueType[] = [];
  readonly #variables: ValueType[] = [];
  #body: Code = [];

  constructor(name: string) {
    this.name = name;
  }

  parameter(type: ValueType): Local {
    if (this.#variables.length > 0) throw new Error('Parameters come before variables.');
    this.#parameters.push(type);
    return local(this.#parameters.length - 1);
  }

  variable(type: ValueType): Local {
    this.#variables.push(type);
    return local(this.#parameters.length + this.#variables.length - 1);
  }

  body(...code: readonly Code[]): this {
    this.#body = code.flat();
    return this;
  }

  get type(): Code {
    return [0x60, ...vector(this.#parameters.map((type) => [VALUE_TYPES[type]])), 0];
  }

  get code(): Code {
    const variables = vector(this.#variables.map((type) => [1, VALUE_TYPES[type]]));
    const bytes = [...variables, ...this.#body, END];
    return [...unsigned(bytes.length), ...bytes];
  }
}

/** A module with these functions and one growing memory, all of them exported. */
export function encodeModule(
  functions: readonly FunctionBuilder[],
  maxPages: number,
): Uint8Array<ArrayBuffer> {
  const exports = [
    [...text('memory'), 2, 0],
    ...functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(functions.map(({ type }) => type))),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(5, vector([[1, ...unsigned(1), ...unsigned(maxPages)]])),
    ...section(7, vector(exports)),
    ...section(10, vector(functions.map(({ code }) => code))),
  ]);
}

const local = (index: number): Local => ({
  get: [0x20, ...unsigned(index)],
  set: (value) => [...value, 0x21, ...unsigned(index)],
});

/** Runs `code` again and again while the condition holds; it is asked before each round. */
export const whileTrue = (condition: Code, ...code: readonly Code[]): Code => [
  ...[0x02, EMPTY_BLOCK, 0x03, EMPTY_BLOCK],
  ...i32.eqz(condition),
  ...[0x0d, 1],
  ...code.flat(),
  ...[0x0c, 0, END, END],
];

export const ifTrue = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  ...[0x04, EMPTY_BLOCK],
  ...then,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  END,
];

/** `a` where the condition holds, else `b`; both are computed. */
export const select = (a: Code, b: Code, condition: Code): Code => [...a, ...b, ...condition, 0x1b];

const unary =
  (...opcode: Code) =>
  (a: Code): Code => [...a, ...opcode];
const binary =
  (...opcode: Code) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(BigInt(value))],
  eqz: unary(0x45),
  lt_s: binary(0x48),
  add: binary(0x6a),
  mul: binary(0x6c),
  or: binary(0x72),
  shr_u: binary(0x76),
  wrap_i64: unary(0xa7),
} as const;

export const i64 = {
  const: (value: bigint): Code => [0x42, ...signed(value)],
  lt_s: binary(0x53),
  gt_s: binary(0x55),
  gt_u: binary(0x56),
  add: binary(0x7c),
  shr_s: binary(0x87),
  extend_i32_s: unary(0xac),
  shl: binary(0x86),
  trunc_sat_f64_s: unary(0xfc, 6),
} as const;

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  mul: binary(0x94),
  convert_i32_s: unary(0xb2),
  store: (address: Code, value: Code): Code => [...address, ...value, 0x38, 2, 0],
} as const;

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  add: binary(0xa0),
  sub: binary(0xa1),
  mul: binary(0xa2),
  convert_i32_s: unary(0xb7),
} as const;

/** Sixteen bytes at once. */
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const v128 = {
  load: (address: Code, offset = 0): Code => [...address, ...simd(0x00), 0, ...unsigned(offset)],
  store: (address: Code, value: Code): Code => [...address, ...value, ...simd(0x0b), 0, 0],
  store32_lane: (address: Code, value: Code, lane: number): Code => [
    ...address,
    ...value,
    ...simd(0x5a),
    ...[0, 0, lane],
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
  load8x8_u: (address: Code, offset = 0): Code => [...address, ...simd(0x02), 0, ...unsigned(offset)],
  splat: unary(...simd(0x10)),
  extadd_pairwise_i8x16_u: unary(...simd(0x7d)),
  shr_u: binary(...simd(0x8d)),
  add: binary(...simd(0x8e)),
} as const;

export const i32x4 = {
  extend_low_i16x8_u: unary(...simd(0xa9)),
} as const;

export const f32x4 = {
  splat: unary(...simd(0x13)),
  add: binary(...simd(0xe4)),
  sub: binary(...simd(0xe5)),
  mul: binary(...simd(0xe6)),
  convert_i32x4_s: unary(...simd(0xfa)),
} as const;

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

const text = (value: string): Code => vector([...Buffer.from(value)].map((byte) => [byte]));

/** Seven bits a byte, the lowest first, the high bit set while more follow (LEB128). */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) | 0x80);
  }
}

/** The same with a sign: the last byte's seventh bit tells it. */
function signed(value: bigint): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    if (rest >= -64n && rest < 64n) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}
