/** Seven digits suffice for most 32-bit floats, nine for all. */
const DIGITS = [7, 8, 9];

/** The shortest decimal that is the same 32-bit float, as the service prints it. */
export function shortest(value: number): number {
  for (const digits of DIGITS) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === Math.fround(value)) return candidate;
  }
  return value;
}

/** Six digits, as the service states a distance. */
export const statedDistance = (distance: number): number => Number(distance.toFixed(6));

/** Three digits, and never outside of what the specification promises. */
export const statedConfidence = (value: number): number =>
  Math.min(1, Math.max(0.501, Math.round(value * 1000) / 1000));
