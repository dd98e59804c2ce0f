import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGE_RANGES, ageRangeAt, clampToRange } from './combine-predictions.js';

describe('an age within a range', () => {
  it.each([
    [5, 0, 5],
    [12, 0, 9.9],
    [3, 1, 10],
    [20, 2, 20],
    [41, 2, 39.9],
    [70, 4, 70],
    [130, 4, 100],
  ])('%d years in range %d are %d', (years, range, expected) => {
    expect(clampToRange(years, range)).toBe(expected);
  });

  it('always lies between the bounds that the name of the range says', () => {
    const index = fc.integer({ min: 0, max: AGE_RANGES.length - 1 });
    fc.assert(
      fc.property(fc.double({ min: -20, max: 150, noNaN: true }), index, (years, range) => {
        const [low = NaN, high = NaN] = ageRangeAt(range).split('-').map(Number);
        const clamped = clampToRange(years, range);
        expect(clamped).toBeGreaterThanOrEqual(low);
        expect(clamped).toBeLessThanOrEqual(high);
        if (range < AGE_RANGES.length - 1) expect(clamped).toBeLessThan(high);
      }),
    );
  });
});
