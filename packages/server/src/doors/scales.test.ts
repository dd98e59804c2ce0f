import { MATCH_THRESHOLD } from '@facet/engine';
import { describe, expect, it } from 'vitest';
import { faceProbability, similarityOf } from './scales.js';

const STEPS = Array.from({ length: 901 }, (_, n) => n / 1000);

describe('the similarity', () => {
  it.each([MATCH_THRESHOLD, 0.467, 0.3])('never rises with the distance, and is 0.5 at %d', (threshold) => {
    const all = STEPS.map((distance) => similarityOf(distance, threshold));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(similarityOf(threshold, threshold)).toBe(0.5);
    expect(similarityOf(threshold - 0.001, threshold)).toBeGreaterThan(0.5);
    expect(similarityOf(threshold + 0.001, threshold)).toBeLessThan(0.5);
    expect(similarityOf(threshold, threshold, 0.67)).toBe(0.67);
    expect(Math.max(...all)).toBeLessThanOrEqual(1);
    expect(Math.min(...all)).toBeGreaterThan(0);
  });
});

describe('the probability of a face', () => {
  it('rises with the confidence, and is 0.8 for what is just a face', () => {
    const all = Array.from({ length: 1001 }, (_, n) => faceProbability(n / 1000));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(new Set(all).size).toBe(all.length);
    expect([0, 0.5, 1].map(faceProbability)).toEqual([0, 0.8, 1]);
  });
});
