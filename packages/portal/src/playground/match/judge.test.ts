import { describe, expect, it } from 'vitest';
import { falseMatchRate, judge, oneInText, scalePosition } from './judge.js';

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
  expect(judge(0.47, 0.5).detail).toBe('Distance 0.470: close to the threshold');
  expect(judge(0.3, 0.5).detail).toBe('Distance 0.300: clearly below the threshold');
  expect(judge(0.7, 0.5).detail).toBe('Distance 0.700: clearly above the threshold');
});

describe('the false match rate', () => {
  it('grows with the threshold and is 1 to 2 in 10,000 at the service’s own', () => {
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
