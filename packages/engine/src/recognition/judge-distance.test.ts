import { describe, expect, it } from 'vitest';
import { IMPOSTOR_DISTANCES } from './impostor-distances.js';
import { confidenceOf, falseMatchRate } from './judge-distance.js';

describe('confidenceOf', () => {
  it('goes through the points of the specification', () => {
    expect([0, 0.25, 0.5, 0.9].map(confidenceOf)).toEqual([1, 0.8, 0.6, 0]);
  });
});

describe('falseMatchRate', () => {
  it('is the measured share at the measured distances', () => {
    for (const { share, distance } of IMPOSTOR_DISTANCES)
      expect(falseMatchRate(distance) / share).toBeCloseTo(1, 9);
  });

  it('grows with the distance, and stays within the table', () => {
    const rates = Array.from({ length: 91 }, (_, n) => falseMatchRate(n / 100));
    expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
    expect(rates[0]).toBe(IMPOSTOR_DISTANCES[0]?.share);
    expect(rates.at(-1)).toBe(1);
  });

  it('puts the threshold of a match at 1 to 2 in 10,000', () => {
    expect(falseMatchRate(0.5)).toBeGreaterThan(1e-4);
    expect(falseMatchRate(0.5)).toBeLessThan(2e-4);
  });
});
