import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WITNESS_CERTAIN, WITNESS_SILENT } from '../detection/witness.js';
import { asProbability, bestPossible, evidence, type Testimony } from './evidence.js';

const score = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const relativeSide = fc.double({ min: 0.001, max: 2, noNaN: true });
const presence = fc.double({ min: -40, max: 40, noNaN: true });
const witness = fc.double({ min: WITNESS_SILENT, max: WITNESS_CERTAIN, noNaN: true });
const heard: fc.Arbitrary<Testimony & { presence: number; witness: number }> = fc.record({
  score,
  relativeSide,
  presence,
  witness,
});
const more = fc.double({ min: 0, max: 5, noNaN: true });

describe('evidence', () => {
  it('never falls when any of the nets believes more', () => {
    fc.assert(
      fc.property(heard, more, (t, by) => {
        const now = evidence(t);
        const stronger = { ...t, score: t.score + (0.999 - t.score) * (by / 5) };
        expect(evidence(stronger)).toBeGreaterThanOrEqual(now - 1e-9);
        expect(evidence({ ...t, presence: t.presence + by })).toBeGreaterThanOrEqual(now - 1e-9);
        expect(evidence({ ...t, witness: t.witness + by })).toBeGreaterThanOrEqual(now - 1e-9);
      }),
    );
  });

  it('is never above what is still possible', () => {
    const maybe = fc.record({
      score,
      relativeSide,
      presence: fc.option(presence),
      witness: fc.option(witness),
    });
    fc.assert(
      fc.property(maybe, (t) => {
        expect(evidence(t)).toBeLessThanOrEqual(bestPossible(t) + 1e-9);
      }),
    );
  });

  it('is all there is once everyone has spoken', () => {
    fc.assert(
      fc.property(heard, (t) => {
        expect(evidence(t)).toBe(bestPossible(t));
      }),
    );
  });

  it('a hopeless case stays hopeless whatever the others say later', () => {
    fc.assert(
      fc.property(heard, (t) => {
        const final = evidence(t);
        expect(bestPossible({ ...t, witness: null })).toBeGreaterThanOrEqual(final - 1e-9);
        expect(bestPossible({ ...t, presence: null })).toBeGreaterThanOrEqual(final - 1e-9);
        expect(bestPossible({ ...t, presence: null, witness: null })).toBeGreaterThanOrEqual(final - 1e-9);
      }),
    );
  });

  it('a face without the witness is a face with it', () => {
    fc.assert(
      fc.property(heard, (t) => {
        expect(evidence({ ...t, witness: null })).toBeLessThanOrEqual(evidence(t) + 1e-9);
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
