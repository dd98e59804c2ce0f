import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageRangeOf } from './age-range.js';

describe('ageRangeOf', () => {
  it.each([
    [0, '0-10'],
    [9.99, '0-10'],
    [10, '10-20'],
    [19.99, '10-20'],
    [20, '20-40'],
    [39.99, '20-40'],
    [40, '40-60'],
    [59.99, '40-60'],
    [60, '60-100'],
    [100, '60-100'],
  ])('%d years lie in %s', (years, range) => {
    expect(ageRangeOf(years)).toBe(range);
  });

  it('has a range for every estimate, also beyond the ends', () => {
    expect(ageRangeOf(-3)).toBe('0-10');
    expect(ageRangeOf(130)).toBe('60-100');
  });

  it('names a range that holds the age', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 99.9, noNaN: true }), (years) => {
        const [low = NaN, high = NaN] = ageRangeOf(years).split('-').map(Number);
        expect(years).toBeGreaterThanOrEqual(low);
        expect(years).toBeLessThan(high);
      }),
    );
  });
});
