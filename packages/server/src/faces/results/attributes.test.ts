import fc from 'fast-check';
import { expect, it } from 'vitest';
import { faceRectangle } from './attributes.js';

const IMAGE = { width: 640, height: 480 };

it('gives a detected face in whole pixels inside the image, never empty', () => {
  const number = fc.double({ min: -100, max: 800, noNaN: true });
  fc.assert(
    fc.property(number, number, number, number, (x1, y1, x2, y2) => {
      const rectangle = faceRectangle({ x1, y1, x2, y2 }, IMAGE, { kind: 'detect' });
      const [left, top, right, bottom] = rectangle;
      expect(rectangle.every(Number.isInteger)).toBe(true);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(640);
      expect(bottom).toBeLessThanOrEqual(480);
      expect(right).toBeGreaterThan(left);
      expect(bottom).toBeGreaterThan(top);
    }),
  );
});

it('leaves a box that the caller gave as it is', () => {
  const box = { x1: 10.5, y1: 20.25, x2: 100.5, y2: 90 };
  expect(faceRectangle(box, IMAGE, { kind: 'boxes', boxes: [box] })).toEqual([10.5, 20.25, 100.5, 90]);
});
