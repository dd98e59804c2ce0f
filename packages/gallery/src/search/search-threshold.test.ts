import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPOSTOR_DISTANCES, VECTOR_MODEL } from './impostor-distances.js';
import { searchThreshold } from './search-threshold.js';

const of = (vectors: number, falsePositiveRate?: number): ReturnType<typeof searchThreshold> =>
  searchThreshold({ vectors, model: VECTOR_MODEL }, { falsePositiveRate });

describe('the measured distances', () => {
  it('grow with their shares, and put a match at 1 to 2 in 10,000', () => {
    const points = [...IMPOSTOR_DISTANCES];
    expect(points.length).toBeGreaterThan(8);
    expect(points.toSorted((a, b) => a.share - b.share)).toEqual(points);
    expect(points.toSorted((a, b) => a.distance - b.distance)).toEqual(points);
    const { falsePositiveRate } = searchThreshold({ vectors: 1, model: VECTOR_MODEL }, { threshold: 0.5 });
    expect(falsePositiveRate).toBeGreaterThan(1e-4);
    expect(falsePositiveRate).toBeLessThan(2e-4);
  });
});

describe('searchThreshold', () => {
  it('stays at that of a match for few people, and falls as there are more', () => {
    expect(of(1).threshold).toBe(0.5);
    expect(of(10).threshold).toBe(0.5);
    const thresholds = [200, 1000, 10_000, 1_000_000, 10_000_000].map((n) => of(n).threshold);
    expect(thresholds.toSorted((a, b) => b - a)).toEqual(thresholds);
    expect(thresholds[0]).toBeLessThan(0.5);
    expect(thresholds.at(-1)).toBeGreaterThan(0.3);
  });

  it('keeps to the wanted rate, and states it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.double({ min: 1e-4, max: 0.5, noNaN: true }),
        (n, rate) => {
          const { threshold, falsePositiveRate = NaN } = of(n, rate);
          expect(threshold).toBeLessThanOrEqual(0.5);
          expect(threshold).toBeGreaterThan(0);
          expect(falsePositiveRate).toBeLessThanOrEqual(rate * 1.0001);
          if (threshold < 0.5) expect(falsePositiveRate).toBeGreaterThan(rate * 0.9999);
        },
      ),
    );
  });

  it('never gets looser with more vectors or a lower rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 1e-4, max: 0.4, noNaN: true }),
        (n, more, rate) => {
          expect(of(n + more, rate).threshold).toBeLessThanOrEqual(of(n, rate).threshold);
          expect(of(n, rate / 2).threshold).toBeLessThanOrEqual(of(n, rate).threshold);
        },
      ),
    );
  });

  it('takes a threshold as it is, and states its false positive rate', () => {
    const searched = { vectors: 1000, model: VECTOR_MODEL };
    const { threshold, falsePositiveRate } = searchThreshold(searched, { threshold: 0.5 });
    expect(threshold).toBe(0.5);
    expect(falsePositiveRate).toBeGreaterThan(0.1);
    expect(searchThreshold(searched, { threshold: Infinity }).falsePositiveRate).toBe(1);
    expect(searchThreshold({ vectors: 0, model: undefined }, { threshold: 0.5 }).falsePositiveRate).toBe(0);
  });
});
