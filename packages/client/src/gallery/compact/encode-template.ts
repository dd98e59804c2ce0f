import { DIMENSIONS, squaredLength } from '../vector.js';

/** The largest code; codes are whole numbers from −127 to 127. */
const MAX_CODE = 127;
/** How far, in steps of the float32 format, a number may lie from its code's value to be told in 24 bits. */
const MAX_OFFSET = 2 ** 23;
/** An upper bound of |q − q̂| / |q| for a query in 16-bit codes: at most √128 half steps against 32,767 steps. */
const QUERY_DOUBT = 1.8e-4;
/** An upper bound of what float32 rounding adds, a few times 2⁻²⁴. */
const ROUNDING_DOUBT = 1e-6;

/**
 * A template as the scan sees it and, beside it, what is missing to the exact float32 numbers.
 *
 * Each number x has a code c with c · scale ≈ x. With c ≠ 0 the rest is the distance from c · scale to x, counted in
 * neighbouring float32 numbers; it fits 24 bits. With c = 0 it is the lower 24 bits of x, and the upper 8 bits are
 * an escape.
 */
export interface EncodedTemplate {
  readonly codes: Int8Array;
  readonly rests: Uint32Array;
  readonly escapes: Uint8Array;
  readonly scale: number;
  /** At most the squared length of the template. */
  readonly square: number;
  /** At least 2(x − x̂)·q / |q| for every query q, with what rounding adds. */
  readonly doubt: number;
}

/** Reads a float32 number as its bits, and back. */
export class FloatBits {
  readonly #float = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#float.buffer);

  toBits(value: number): number {
    this.#float[0] = value;
    return this.#bits[0] ?? 0;
  }

  toNumber(bits: number): number {
    this.#bits[0] = bits;
    return this.#float[0] ?? 0;
  }
}

export function encodeTemplate(template: Float32Array): EncodedTemplate {
  const bits = new FloatBits();
  const codes = new Int8Array(DIMENSIONS);
  const rests = new Uint32Array(DIMENSIONS);
  const escapes: number[] = [];
  const scale = Math.fround(largest(template) / MAX_CODE);
  let errors = 0;
  let squares = 0;
  template.forEach((value, i) => {
    const own = bits.toBits(value);
    const rounded = Math.max(-MAX_CODE, Math.min(MAX_CODE, Math.round(value / scale)));
    const offset = own - bits.toBits(rounded * scale);
    const isNear = rounded !== 0 && offset >= -MAX_OFFSET && offset < MAX_OFFSET;
    const code = isNear ? rounded : 0;
    codes[i] = code;
    rests[i] = (isNear ? offset : own) & 0xffffff;
    if (!isNear) escapes.push(own >>> 24);
    errors += (value - code * scale) ** 2;
    squares += (code * scale) ** 2;
  });
  const length = Math.sqrt(squaredLength(template));
  const doubt = Math.sqrt(errors) + QUERY_DOUBT * Math.sqrt(squares) + ROUNDING_DOUBT * length;
  return {
    codes,
    rests,
    escapes: Uint8Array.from(escapes),
    scale,
    square: length * length * (1 - ROUNDING_DOUBT),
    doubt: 2 * doubt * (1 + ROUNDING_DOUBT),
  };
}

function largest(template: Float32Array): number {
  let found = 0;
  for (const value of template) found = Math.max(found, Math.abs(value));
  return found;
}
