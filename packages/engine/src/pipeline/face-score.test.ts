import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asProbability, faceScore, type FaceEvidence } from './face-score.js';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const evidence: fc.Arbitrary<FaceEvidence & { presence: number }> = fc.record({
  score: number(0.001, 0.999),
  sideInPixels: number(4, 1000),
  relativeSide: number(0.01, 2),
  presence: number(-40, 40),
});
const more = number(0, 5);

describe('faceScore', () => {
  it('never falls when a net is more certain or the face is larger', () => {
    fc.assert(
      fc.property(evidence, more, (e, by) => {
        const now = faceScore(e) - 1e-9;
        expect(faceScore({ ...e, score: e.score + (0.999 - e.score) * (by / 5) })).toBeGreaterThanOrEqual(
          now,
        );
        expect(faceScore({ ...e, presence: e.presence + by })).toBeGreaterThanOrEqual(now);
        expect(faceScore({ ...e, sideInPixels: e.sideInPixels * (1 + by) })).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  it('is at most what it was before the landmarks were fitted, so nothing is given up too early', () => {
    fc.assert(
      fc.property(evidence, (e) => {
        expect(faceScore(e)).toBeLessThanOrEqual(faceScore({ ...e, presence: null }) + 1e-9);
      }),
    );
  });
});

describe('asProbability', () => {
  it('is a half at the border, and rises between 0 and 1', () => {
    expect(asProbability(0)).toBe(0.5);
    expect(asProbability(-5)).toBeLessThan(0.01);
    expect(asProbability(5)).toBeGreaterThan(0.99);
  });
});
