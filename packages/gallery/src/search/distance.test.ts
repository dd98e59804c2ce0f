import { expect, it } from 'vitest';
import { distanceBetween, similarityOf } from './distance.js';

it.each([
  [0, 100],
  [0.25, 80],
  [0.357057, 71.43544],
  [0.5, 60],
  [0.7, 30],
  [0.9, 0],
  [1.3, 0],
])('states the similarity of distance %d as details=1 does', (distance, percent) => {
  expect(similarityOf(distance)).toBeCloseTo(percent, 4);
});

it('measures the Euclidean distance', () => {
  const vector = (...start: number[]): number[] => Array.from({ length: 128 }, (_, n) => start[n] ?? 0);
  expect(distanceBetween(vector(0, 3), vector(4, 0))).toBe(5);
  expect(distanceBetween(Float32Array.from(vector(1)), vector(1))).toBe(0);
});

it('finds no match for a vector that is too short or too long', () => {
  const complete = Array.from({ length: 128 }, () => 0.01);
  for (const broken of [[], [0.01], complete.slice(1), [...complete, 0.01]]) {
    expect(distanceBetween(broken, complete)).toBeNaN();
    expect(distanceBetween(complete, broken)).toBeNaN();
  }
});
