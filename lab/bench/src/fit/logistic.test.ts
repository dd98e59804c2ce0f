import { expect, test } from 'vitest';
import { fitLogistic, type LabelledSample } from './logistic.js';

const times = (count: number, sample: LabelledSample): LabelledSample[] =>
  Array.from({ length: count }, () => sample);

test('a constant alone becomes the log odds', () => {
  const samples = [
    ...times(30, { features: [1], isTrue: true }),
    ...times(10, { features: [1], isTrue: false }),
  ];
  expect(fitLogistic(samples, 0)[0]).toBeCloseTo(Math.log(3), 6);
});

test('two groups give their log odds and the difference between them', () => {
  const samples = [
    ...times(20, { features: [1, 0], isTrue: true }),
    ...times(80, { features: [1, 0], isTrue: false }),
    ...times(60, { features: [1, 1], isTrue: true }),
    ...times(40, { features: [1, 1], isTrue: false }),
  ];
  const [constant, weight] = fitLogistic(samples, 0);
  expect(constant).toBeCloseTo(Math.log(0.25), 6);
  expect(weight).toBeCloseTo(Math.log(6), 6);
});

test('the penalty keeps the weights finite where the groups can be told apart without error', () => {
  const samples = [-2, -1, 1, 2].map((x) => ({ features: [1, x], isTrue: x > 0 }));
  const [constant, weight = NaN] = fitLogistic(samples, 0.1);
  expect(constant).toBeCloseTo(0, 6);
  // At the optimum the slope of the likelihood equals that of the penalty.
  const slope = [1, 2].reduce((sum, x) => sum + (2 * x) / (1 + Math.exp(weight * x)), 0);
  expect(slope).toBeCloseTo(0.1 * weight, 6);
});
