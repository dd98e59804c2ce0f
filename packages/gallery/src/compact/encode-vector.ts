import { DIMENSIONS } from '../vector.js';

/** The largest code; codes are integers from −127 to 127. */
const MAX_CODE = 127;
/** How far, in steps of the float32 format, a number may be from its code's value to fit into 24 bits. */
const MAX_OFFSET = 2 ** 23;
/** An upper bound of |q − q̂| / |q| for a query in 16-bit codes: at most √128 half steps against 32,767 steps. */
const QUERY_ERROR = 1.8e-4;
/** An upper bound of what float32 rounding adds, a few times 2⁻²⁴. */
const ROUNDING_ERROR = 1e-6;

/**
 * A vector as the scan sees it and, beside it, what is missing to the exact float32 numbers.
 *
 * Each number x has a code c with c · scale ≈ x. With c ≠ 0 the rest is the distance from c · scale to x, counted in
 * neighbouring float32 numbers; it fits 24 bits. With c = 0 it is the lower 24 bits of x, and the upper 8 bits are
 * an escape.
 */
export interface EncodedVector {
  readonly codes: Int8Array;
  readonly rests: Uint32Array;
  /** Only the first `escapeCount` count. */
  readonly escapes: Uint8Array;
  readonly escapeCount: number;
  readonly scale: number;
  /** At most the squared length of the vector. */
  readonly square: number;
  /** At least 2(x − x̂)·q / |q| for every query q, with what rounding adds. */
  readonly errorBound: number;
}

/** Encodes one vector after the other, into the same arrays: an enrolment allocates nothing. */
export class VectorEncoder implements EncodedVector {
  readonly codes = new Int8Array(DIMENSIONS);
  readonly rests = new Uint32Array(DIMENSIONS);
  readonly escapes = new Uint8Array(DIMENSIONS);
  escapeCount = 0;
  scale = 0;
  square = 0;
  errorBound = 0;
  readonly #bits = new FloatBits();

  /** The result is valid until the next call. */
  encode(vector: Float32Array): EncodedVector {
    this.scale = Math.fround(largest(vector) / MAX_CODE);
    this.escapeCount = 0;
    const inverse = 1 / this.scale;
    let errors = 0;
    let codeSquares = 0;
    let squares = 0;
    for (let i = 0; i < DIMENSIONS; i++) {
      const value = vector[i] ?? 0;
      const seen = this.#encodeNumber(i, value, inverse) * this.scale;
      errors += (value - seen) * (value - seen);
      codeSquares += seen * seen;
      squares += value * value;
    }
    const error =
      Math.sqrt(errors) + QUERY_ERROR * Math.sqrt(codeSquares) + ROUNDING_ERROR * Math.sqrt(squares);
    this.square = squares * (1 - ROUNDING_ERROR);
    this.errorBound = 2 * error * (1 + ROUNDING_ERROR);
    return this;
  }

  #encodeNumber(i: number, value: number, inverse: number): number {
    const bits = this.#bits.toBits(value);
    // Never beyond ±127: the largest number is 127 steps, give or take a rounding.
    const code = Math.floor(value * inverse + 0.5);
    const offset = bits - this.#bits.toBits(code * this.scale);
    if (code !== 0 && offset >= -MAX_OFFSET && offset < MAX_OFFSET) {
      this.codes[i] = code;
      this.rests[i] = offset & 0xffffff;
      return code;
    }
    this.codes[i] = 0;
    this.rests[i] = bits & 0xffffff;
    this.escapes[this.escapeCount++] = bits >>> 24;
    return 0;
  }
}

function largest(vector: Float32Array): number {
  let found = 0;
  for (let i = 0; i < DIMENSIONS; i++) {
    const size = Math.abs(vector[i] ?? 0);
    if (size > found) found = size;
  }
  return found;
}

/** Reads a float32 number as its 32 bits, and back. */
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
