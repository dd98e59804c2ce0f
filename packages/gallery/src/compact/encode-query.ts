import { DIMENSIONS, squaredLength } from '../vector.js';

/** Codes of queries use all of 16 bits; 128 products with codes of vectors still fit a sum of 32 bits. */
const MAX_CODE = 32767;
/** An upper bound of what float32 rounding adds, a few times 2⁻²⁴. */
const ROUNDING_ERROR = 1e-6;

export interface EncodedQuery {
  readonly codes: Int16Array;
  /** At least the length of the query. */
  readonly length: number;
  /** Twice what one step of a code is worth. */
  readonly scale: number;
  /** What the scan's lower bounds are compared with, for a bound of the squared distance. */
  readonly limitFor: (bound: number) => number;
}

export function encodeQuery(query: Float32Array): EncodedQuery {
  let largest = 0;
  for (const value of query) largest = Math.max(largest, Math.abs(value));
  const step = largest / MAX_CODE;
  const codes = new Int16Array(DIMENSIONS);
  query.forEach((value, i) => {
    codes[i] = Math.round(value / step);
  });
  const square = squaredLength(query);
  return {
    codes,
    length: Math.sqrt(square) * (1 + ROUNDING_ERROR),
    scale: 2 * step,
    limitFor: (bound) => bound - square + ROUNDING_ERROR * (bound + square),
  };
}
