import { AGE_RANGES, type AgeRange } from './attributes.types.js';

/** The youngest age of each range; a lower bound belongs to its range. */
const LOWER_BOUNDS = [0, 10, 20, 40, 60] as const;
const OLDEST = 100;
/** Just below the next range. */
const MARGIN = 0.1;

export const ageRangeAt = (index: number): AgeRange => AGE_RANGES[index] ?? '0-10';

/** The age nearest to an estimate that lies in a range. */
export function clampToRange(years: number, index: number): number {
  const low = LOWER_BOUNDS[index] ?? 0;
  const next = LOWER_BOUNDS[index + 1];
  const high = next === undefined ? OLDEST : next - MARGIN;
  return Math.min(high, Math.max(low, years));
}
