import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGE_GROUPS,
  AGE_RANGES,
  combinePredictions,
  isInDoubt,
  TRAINING_IMAGES,
  type OwnPrediction,
} from './combine-predictions.js';

/** The output of our model for a face without any evidence. */
const PRIOR = Math.log(TRAINING_IMAGES.male / TRAINING_IMAGES.female);

/** The output of our model with additional evidence: a logit for the gender, and one for an age group. */
const own = (maleLogit: number, group: number, logit: number): OwnPrediction => ({
  maleLogit: maleLogit + PRIOR,
  ageLogits: AGE_GROUPS.map((_, i) => (i === group ? logit : 0)),
});

const logits = fc.double({ min: -12, max: 12, noNaN: true });

describe('two predictions of gender', () => {
  it('that agree are the result, with the confidence of their weighted mean', () => {
    const { gender, genderConfidence } = combinePredictions(own(2, 3, 1), { maleLogit: 1, years: 25 });
    expect(gender).toBe('male');
    expect(genderConfidence).toBeCloseTo(1 / (1 + Math.exp(-(0.6 * 2 + 0.4 * 1))), 9);
    expect(combinePredictions(own(-2, 3, 1), { maleLogit: -1, years: 25 })).toMatchObject({
      gender: 'female',
      genderConfidence,
    });
  });

  it('are as likely to be male as female before a face is seen', () => {
    expect(combinePredictions(own(0.01, 3, 1), { maleLogit: 0, years: 25 }).gender).toBe('male');
    expect(combinePredictions(own(-0.01, 3, 1), { maleLogit: 0, years: 25 }).gender).toBe('female');
  });

  it('that contradict each other give the surer one, with little confidence', () => {
    const { gender, genderConfidence } = combinePredictions(own(3, 3, 1), { maleLogit: -2, years: 25 });
    expect(gender).toBe('male');
    expect(genderConfidence).toBeLessThan(0.75);
  });

  it('never sound less sure when one of them gets surer, and stay within the bounds of the specification', () => {
    fc.assert(
      fc.property(logits, logits, fc.double({ min: 0, max: 8, noNaN: true }), (ours, theirs, more) => {
        const before = combinePredictions(own(ours, 3, 1), { maleLogit: theirs, years: 25 });
        const sign = before.gender === 'male' ? 1 : -1;
        const after = combinePredictions(own(ours + sign * more, 3, 1), { maleLogit: theirs, years: 25 });
        expect(after.gender).toBe(before.gender);
        expect(after.genderConfidence).toBeGreaterThanOrEqual(before.genderConfidence);
        expect(before.genderConfidence).toBeGreaterThanOrEqual(0.501);
        expect(after.genderConfidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the probability of an age range', () => {
  it('is at least that of one of five, and grows with the evidence', () => {
    const probabilities = [2, 4, 8, 12].map(
      (logit) => combinePredictions(own(0, 2, logit), null).ageProbability,
    );
    expect(probabilities[0]).toBeGreaterThanOrEqual(0.2);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b));
    expect(probabilities[3]).toBeLessThanOrEqual(1);
  });
});

describe('our model', () => {
  const clearAge = 8;

  it('is in doubt about a face whose gender or age range it is not sure of', () => {
    expect(isInDoubt(own(3, 3, clearAge))).toBe(false);
    expect(isInDoubt(own(-3, 0, clearAge))).toBe(false);
    expect(isInDoubt(own(0.5, 3, clearAge))).toBe(true);
    expect(isInDoubt(own(-0.5, 3, clearAge))).toBe(true);
    expect(isInDoubt(own(3, 3, 0))).toBe(true);
  });

  it('is in no doubt between two age groups of the same range', () => {
    const [young, middle] = [own(3, 3, clearAge), own(3, 4, clearAge)];
    const either = young.ageLogits.map((logit, i) => Math.max(logit, middle.ageLogits[i] ?? 0));
    expect(isInDoubt({ ...young, ageLogits: either })).toBe(false);
  });
});

describe('two predictions of age', () => {
  it.each(AGE_GROUPS.map((group, index) => [group.years, index, group.range] as const))(
    'that agree on %d years give an age in the same range',
    (years, group, range) => {
      const { ageRange, ageYears } = combinePredictions(own(0, group, 6), { maleLogit: 0, years });
      expect(ageRange).toBe(AGE_RANGES[range]);
      expect(Math.abs(ageYears - years)).toBeLessThan(5);
    },
  );

  it('never give a lower age when the other model predicts a higher one', () => {
    const years = fc.double({ min: 0, max: 80, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), years, years, (group, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const age = (faceApi: number): number =>
          combinePredictions(own(0, group, 3), { maleLogit: 0, years: faceApi }).ageYears;
        expect(age(low)).toBeLessThanOrEqual(age(high) + 1e-9);
      }),
    );
  });

  it('give years within the range that they give', () => {
    fc.assert(
      fc.property(
        fc.array(logits, { minLength: 9, maxLength: 9 }),
        fc.double({ min: -10, max: 120, noNaN: true }),
        (ageLogits, years) => {
          const result = combinePredictions({ maleLogit: 0, ageLogits }, { maleLogit: 0, years });
          const [low = NaN, high = NaN] = result.ageRange.split('-').map(Number);
          expect(result.ageYears).toBeGreaterThanOrEqual(low);
          expect(result.ageYears).toBeLessThanOrEqual(high);
        },
      ),
    );
  });
});

describe('our model alone', () => {
  it('gives its gender and age group', () => {
    const { gender, ageRange } = combinePredictions(own(-1.5, 6, 8), null);
    expect(gender).toBe('female');
    expect(ageRange).toBe(AGE_RANGES[AGE_GROUPS[6]?.range ?? -1]);
  });

  it('has its confidence lowered where it is in doubt, and raised where it is clear', () => {
    const stated = (logit: number): number => 1 / (1 + Math.exp(-logit));
    expect(combinePredictions(own(2, 6, 8), null).genderConfidence).toBeLessThan(stated(2));
    expect(combinePredictions(own(5, 6, 8), null).genderConfidence).toBeGreaterThan(stated(5));
  });

  it('sounds surer the surer it is, for both genders alike', () => {
    const result = (logit: number) => combinePredictions(own(logit, 3, 1), null);
    fc.assert(
      fc.property(logits, fc.double({ min: 0, max: 8, noNaN: true }), (logit, more) => {
        const sure = result(Math.abs(logit));
        expect(result(Math.abs(logit) + more).genderConfidence).toBeGreaterThanOrEqual(sure.genderConfidence);
        expect(result(-Math.abs(logit)).genderConfidence).toBeCloseTo(sure.genderConfidence, 9);
      }),
    );
  });
});
