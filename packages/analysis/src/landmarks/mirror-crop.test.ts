import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mirrorCrop } from './fit-face.js';

describe('mirrorCrop', () => {
  it('reverses each row of each plane', () => {
    const planes = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    mirrorCrop(planes, 2);
    expect([...planes]).toEqual([2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11]);
  });

  it('is undone by itself', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), (side) => {
        const planes = Float32Array.from({ length: 3 * side * side }, (_, i) => i);
        const copy = planes.slice();
        mirrorCrop(planes, side);
        mirrorCrop(planes, side);
        expect(planes).toEqual(copy);
      }),
    );
  });
});
