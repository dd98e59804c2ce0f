import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, scaleOf, type Similarity } from '../geometry/similarity.js';
import { alignedToImage, type FivePoints } from './embed-face.js';

/** A face drawn exactly as the model wants it, then moved by `map`. */
const faceAt = (map: Similarity): FivePoints => [
  apply(map, { x: 38.2946, y: 51.6963 }),
  apply(map, { x: 73.5318, y: 51.5014 }),
  apply(map, { x: 56.0252, y: 71.7366 }),
  apply(map, { x: 41.5493, y: 92.3655 }),
  apply(map, { x: 70.7299, y: 92.2041 }),
];

describe('alignedToImage', () => {
  it('finds the position, size and rotation of a face of the ideal shape', () => {
    const maps = fc.record({
      turn: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      scale: fc.double({ min: 0.1, max: 10, noNaN: true }),
      tx: fc.double({ min: -500, max: 500, noNaN: true }),
      ty: fc.double({ min: -500, max: 500, noNaN: true }),
    });
    fc.assert(
      fc.property(maps, ({ turn, scale, tx, ty }) => {
        const map = { a: scale * Math.cos(turn), b: scale * Math.sin(turn), tx, ty };
        const found = alignedToImage(faceAt(map));
        expect(scaleOf(found)).toBeCloseTo(scale, 6);
        for (const corner of [
          { x: 0, y: 0 },
          { x: 112, y: 112 },
        ]) {
          const there = apply(found, corner);
          const expected = apply(map, corner);
          expect(Math.hypot(there.x - expected.x, there.y - expected.y)).toBeLessThan(1e-5);
        }
      }),
    );
  });
});
