import { expect, it } from 'vitest';
import type { Point } from '../../analysis/box.js';
import { LANDMARK_LINES } from '../../analysis/landmarks.js';
import { ALIGNED_SIDE, alignment, applied } from './face-portrait.js';

const EYES = LANDMARK_LINES.filter(({ group }) => group === 'eyes');

function eyesAt(left: Point, right: Point): Record<string, Point> {
  const [one, two] = EYES.map(({ keys }) => keys);
  return Object.fromEntries([
    ...(one ?? []).map((key) => [key, left] as const),
    ...(two ?? []).map((key) => [key, right] as const),
  ]);
}

it('brings the middle of a face to the middle of the square, at one size', () => {
  const matrix = alignment([100, 100, 300, 340], {});
  expect(applied(matrix, { x: 200, y: 220 })).toEqual({ x: ALIGNED_SIDE / 2, y: ALIGNED_SIDE / 2 });
  expect(applied(matrix, { x: 200, y: 340 }).y).toBeCloseTo(50 + 33);
});

it('levels the eyes of a tilted head', () => {
  const left = { x: 120, y: 150 };
  const right = { x: 180, y: 110 };
  const matrix = alignment([80, 60, 220, 260], eyesAt(left, right));
  const [a, b] = [applied(matrix, left), applied(matrix, right)];
  expect(a.y).toBeCloseTo(b.y);
  expect(a.x).toBeLessThan(b.x);
});
