import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGE_GROUPS, TRAINING_IMAGES } from './age-groups.js';
import { AGE_RANGES } from './attributes.types.js';
import { combinePredictions } from './combine-predictions.js';
import type { OwnPrediction } from './own-net.js';

/** What our net answers when a face tells it nothing. */
const PRIOR = Math.log(TRAINING_IMAGES.male / TRAINING_IMAGES.female);

/** Our net, with what it saw in a face beyond that: sure of one age group to the degree that a logit says. */
const own = (maleLogit: number, group: number, logit: number): OwnPrediction => ({
  maleLogit: maleLogit + PRIOR,
  ageLogits: AGE_GROUPS.map((_, i) => (i === group ? logit : 0)),
});

const logits = fc.double({ min: -12, max: 12, noNaN: true });

describe('two predictions of gender', () => {
  it('that agree are answered, with the confidence of their mean logit', () => {
    const { gender, genderConfidence } = combinePredictions(own(2, 3, 1), { maleLogit: 1, years: 25 });
    expect(gender).toBe('male');
    expect(genderConfidence).toBeCloseTo(1 / (1 + Math.exp(-1.5)), 9);
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
    const { gender, genderConfidence } = combinePredictions(own(3, 3, 1), { maleLogit: -1, years: 25 });
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

describe('two predictions of age', () => {
  it.each(AGE_GROUPS.map((group, index) => [group.years, index, group.range] as const))(
    'that agree on %d years are answered',
    (years, group, range) => {
      const { ageRange, ageYears } = combinePredictions(own(0, group, 6), { maleLogit: 0, years });
      expect(ageRange).toBe(AGE_RANGES[range]);
      expect(Math.abs(ageYears - years)).toBeLessThan(5);
    },
  );

  it('never give a lower age when the other net answers a higher one', () => {
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
          const answer = combinePredictions({ maleLogit: 0, ageLogits }, { maleLogit: 0, years });
          const [low = NaN, high = NaN] = answer.ageRange.split('-').map(Number);
          expect(answer.ageYears).toBeGreaterThanOrEqual(low);
          expect(answer.ageYears).toBeLessThanOrEqual(high);
        },
      ),
    );
  });
});

describe('our net alone', () => {
  it('is answered with its gender and age group', () => {
    const { gender, ageRange } = combinePredictions(own(-1.5, 6, 8), null);
    expect(gender).toBe('female');
    expect(ageRange).toBe(AGE_RANGES[AGE_GROUPS[6]?.range ?? -1]);
  });

  it('is believed less than it says in doubt, and more than it says where it is clear', () => {
    const stated = (logit: number): number => 1 / (1 + Math.exp(-logit));
    expect(combinePredictions(own(2, 6, 8), null).genderConfidence).toBeLessThan(stated(2));
    expect(combinePredictions(own(5, 6, 8), null).genderConfidence).toBeGreaterThan(stated(5));
  });

  it('sounds surer the surer it is, for both genders alike', () => {
    const answer = (logit: number) => combinePredictions(own(logit, 3, 1), null);
    fc.assert(
      fc.property(logits, fc.double({ min: 0, max: 8, noNaN: true }), (logit, more) => {
        const sure = answer(Math.abs(logit));
        expect(answer(Math.abs(logit) + more).genderConfidence).toBeGreaterThanOrEqual(sure.genderConfidence);
        expect(answer(-Math.abs(logit)).genderConfidence).toBeCloseTo(sure.genderConfidence, 9);
      }),
    );
  });
});
