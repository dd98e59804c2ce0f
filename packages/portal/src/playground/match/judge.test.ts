import { describe, expect, it } from 'vitest';
import { euclideanDistance, falseMatchRate, judge, oneInText, scalePosition, similarity } from './judge.js';

it.each([
  [0, true],
  [0.4999, true],
  [0.5, false],
  [0.9, false],
])('judges a distance of %d as the service does', (distance, same) => {
  expect(judge(distance, 0.5).same).toBe(same);
  expect(judge(distance, 0.5).title).toBe(same ? 'The same person' : 'Two different people');
});

it('follows another threshold', () => {
  expect(judge(0.45, 0.4).same).toBe(false);
  expect(judge(0.52, 0.55).same).toBe(true);
});

it('says when a verdict is close', () => {
  expect(judge(0.47, 0.5).detail).toBe('Close to the threshold');
  expect(judge(0.3, 0.5).detail).toBe('Clearly below the threshold');
  expect(judge(0.7, 0.5).detail).toBe('Clearly above the threshold');
});

it.each([
  [0, 100],
  [0.25, 80],
  [0.357057, 71.43544],
  [0.5, 60],
  [0.7, 30],
  [0.9, 0],
  [1.3, 0],
])('states the similarity of distance %d as details=1 does', (distance, percent) => {
  expect(similarity(distance)).toBeCloseTo(percent, 4);
});

it('measures like Euclid', () => {
  expect(euclideanDistance([0, 3], [4, 0])).toBe(5);
  expect(euclideanDistance([1], [])).toBeNaN();
});

describe('the false match rate', () => {
  it('grows with the threshold and is 1 to 2 in 10,000 at that of the service', () => {
    const rates = [0.4, 0.45, 0.5, 0.55, 0.6].map(falseMatchRate);
    expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
    expect(falseMatchRate(0.5)).toBeGreaterThan(1e-4);
    expect(falseMatchRate(0.5)).toBeLessThan(2e-4);
  });

  it.each([
    [1 / 8321, '1 in 8,300'],
    [1 / 12, '1 in 12'],
    [0.5, '1 in 2'],
    [0.9, 'nearly all'],
    [1e-7, '1 in 10,000,000'],
  ])('reads %d as %s', (rate, text) => {
    expect(oneInText(rate)).toBe(text);
  });
});

it('places distances on the scale', () => {
  expect(scalePosition(0.45)).toBeCloseTo(0.5);
  expect(scalePosition(2)).toBe(1);
});
