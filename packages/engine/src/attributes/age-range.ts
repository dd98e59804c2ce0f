import { AGE_RANGES, type AgeRange } from './attributes.types.js';

const LOWER_BOUNDS = [0, 10, 20, 40, 60] as const;

/** The range that holds an age; a lower bound belongs to its range. */
export function ageRangeOf(years: number): AgeRange {
  const index = LOWER_BOUNDS.findLastIndex((bound) => years >= bound);
  return AGE_RANGES[Math.max(0, index)] ?? '0-10';
}
