import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/box.js';
import { apply, cropToImage, type SquareRegion } from '../geometry/similarity.js';
import { pixelsFrom } from '../image/made-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { ATTRIBUTE_TEMPLATE, CROP_SIDE, greyCrop, trainingSquare } from './face-crop.js';

/** The points as they lie on average in a crop that shows this square of the image. */
function pointsIn(square: SquareRegion): Point[] {
  const toImage = cropToImage(square, 1);
  return ATTRIBUTE_TEMPLATE.map((point) => apply(toImage, point));
}

describe('the square that FairFace would have cut out', () => {
  it('is found again, wherever the face lies and however it is turned', () => {
    const places = fc.double({ min: -500, max: 2000, noNaN: true });
    const sides = fc.double({ min: 20, max: 1500, noNaN: true });
    const angles = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(places, places, sides, angles, (x, y, side, angle) => {
        const found = trainingSquare(pointsIn({ centre: { x, y }, side, angle }));
        expect(found.centre.x).toBeCloseTo(x, 4);
        expect(found.centre.y).toBeCloseTo(y, 4);
        expect(found.side).toBeCloseTo(side, 4);
        expect(found.angle).toBeCloseTo(angle, 6);
      }),
    );
  });

  it('does not depend on which side of the face is which', () => {
    for (const [i, j] of [
      [0, 3],
      [1, 2],
    ] as const) {
      const left = ATTRIBUTE_TEMPLATE[i];
      const right = ATTRIBUTE_TEMPLATE[j];
      expect(1 - (left?.x ?? NaN)).toBeCloseTo(right?.x ?? NaN, 6);
      expect(left?.y).toBe(right?.y);
    }
  });
});

describe('a grey crop', () => {
  const square = { centre: { x: 100, y: 100 }, side: 128, angle: 0 };

  it.each([
    ['red', [255, 0, 0], 54.2],
    ['green', [0, 255, 0], 182.4],
    ['blue', [0, 0, 255], 18.4],
  ] as const)('weighs %s as Rec. 709 does', (_, colour, expected) => {
    const crop = greyCrop(pyramidOf(pixelsFrom(200, 200, () => colour)), square);
    expect(crop).toHaveLength(CROP_SIDE * CROP_SIDE);
    for (const value of crop) expect(value).toBeCloseTo(expected, 0);
  });

  it('shows the square, upright', () => {
    // A bright quarter at the upper left of the square.
    const image = pyramidOf(
      pixelsFrom(200, 200, (x, y) => (x < 100 && y < 100 ? [240, 240, 240] : [20, 20, 20])),
    );
    const crop = greyCrop(image, square);
    const at = (x: number, y: number): number => crop[y * CROP_SIDE + x] ?? NaN;
    expect(at(8, 8)).toBeCloseTo(240, 0);
    expect(at(24, 8)).toBeCloseTo(20, 0);
    expect(at(8, 24)).toBeCloseTo(20, 0);
    expect(at(24, 24)).toBeCloseTo(20, 0);
  });

  it('is black where the photo ends, and never leaves 0 to 255', () => {
    const image = pyramidOf(pixelsFrom(200, 200, () => [255, 255, 255]));
    const crop = greyCrop(image, { centre: { x: 0, y: 100 }, side: 128, angle: 0 });
    expect(crop[16 * CROP_SIDE + 4]).toBeCloseTo(0, 0);
    expect(crop[16 * CROP_SIDE + 28]).toBeCloseTo(255, 0);
    expect(Math.min(...crop)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...crop)).toBeLessThanOrEqual(255);
  });
});
