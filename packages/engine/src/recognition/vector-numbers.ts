/** Seven digits suffice for most 32-bit floats, nine for all. */
const DIGITS = [7, 8, 9];

/** The shortest decimal that is the same 32-bit float; JSON would print its sixteen-digit neighbour. */
export function shortest(value: number): number {
  for (const digits of DIGITS) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === Math.fround(value)) return candidate;
  }
  return value;
}

/** A vector as it is written out: every number means the same float, in as few digits as that takes. */
export const vectorNumbers = (vector: Float32Array): number[] => Array.from(vector, shortest);
