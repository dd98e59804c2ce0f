import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asProbability, faceScore, LARGE_SIDE, mayBeFace, type FaceEvidence } from './face-score.js';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const evidence: fc.Arbitrary<FaceEvidence & { presence: number }> = fc.record({
  score: number(0.001, 0.999),
  sideInPixels: number(4, 1000),
  relativeSide: number(0.01, 2),
  presence: number(-40, 40),
});
const more = number(0, 5);

describe('faceScore', () => {
  it('never falls when a model is more certain or the face is larger', () => {
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
});

describe('mayBeFace', () => {
  it('is true of every large face, and of every small one of which the landmark model is not unusually sure', () => {
    fc.assert(
      fc.property(evidence, (e) => {
        const usual = e.relativeSide >= LARGE_SIDE ? e : { ...e, presence: Math.min(e.presence, 6) };
        fc.pre(faceScore(usual) > 0);
        expect(mayBeFace(e)).toBe(true);
      }),
    );
  });

  it('is false of a small candidate that only an unusual presence would make a face', () => {
    const doubtful = { score: 0.4, sideInPixels: 32, relativeSide: 0.05 };
    expect(faceScore({ ...doubtful, presence: 25 })).toBeGreaterThan(0);
    expect(mayBeFace(doubtful)).toBe(false);
  });
});

describe('asProbability', () => {
  it('is a half at the border, and rises between 0 and 1', () => {
    expect(asProbability(0)).toBe(0.5);
    expect(asProbability(-5)).toBeLessThan(0.01);
    expect(asProbability(5)).toBeGreaterThan(0.99);
  });
});
