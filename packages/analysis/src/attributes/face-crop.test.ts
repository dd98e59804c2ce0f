import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/box.js';
import { apply, cropToImage, type SquareRegion } from '../geometry/similarity.js';
import { pixelsFrom } from '../image/synthetic-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { ATTRIBUTE_REFERENCE_POINTS, OWN_CROP_SIDE, squareCrops, trainingSquare } from './attributes.js';

/** The points as they lie on average in a crop that shows this square of the image. */
function pointsIn(square: SquareRegion): Point[] {
  const toImage = cropToImage(square, 1);
  return ATTRIBUTE_REFERENCE_POINTS.map((point) => apply(toImage, point));
}

describe('the square that FairFace would have cut out', () => {
  it('is found again, wherever the face lies and however it is turned', () => {
    const places = fc.double({ min: -500, max: 2000, noNaN: true });
    const sides = fc.double({ min: 20, max: 1500, noNaN: true });
    const angles = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(places, places, sides, angles, (x, y, side, angle) => {
        const found = trainingSquare({
          points: pointsIn({ centre: { x, y }, side, angle }),
          uprightSide: 0.9 * side,
        });
        expect(found.centre.x).toBeCloseTo(x, 4);
        expect(found.centre.y).toBeCloseTo(y, 4);
        expect(found.side).toBeCloseTo(side, 4);
        expect(found.angle).toBeCloseTo(angle, 6);
      }),
    );
  });

  it('is not smaller for a head that turns away, whose eyes lie close together', () => {
    const points = pointsIn({ centre: { x: 300, y: 200 }, side: 60, angle: 0.1 });
    const { centre, side } = trainingSquare({ points, uprightSide: 100 });
    expect(side).toBeCloseTo(98, 4);
    expect(centre).toEqual({ x: expect.closeTo(300, 4) as number, y: expect.closeTo(200, 4) as number });
  });

  it('does not depend on which side of the face is which', () => {
    for (const [i, j] of [
      [0, 3],
      [1, 2],
    ] as const) {
      const left = ATTRIBUTE_REFERENCE_POINTS[i];
      const right = ATTRIBUTE_REFERENCE_POINTS[j];
      expect(1 - (left?.x ?? NaN)).toBeCloseTo(right?.x ?? NaN, 6);
      expect(left?.y).toBe(right?.y);
    }
  });
});

describe('a crop', () => {
  const square = { centre: { x: 100, y: 100 }, side: 128, angle: 0 };
  const MIDDLE = OWN_CROP_SIDE / 2;

  it('has a plane of red, one of green and one of blue', () => {
    const crop = squareCrops(pyramidOf(pixelsFrom(200, 200, () => [250, 120, 30])), [square], OWN_CROP_SIDE);
    expect(crop).toHaveLength(3 * OWN_CROP_SIDE * OWN_CROP_SIDE);
    [250, 120, 30].forEach((expected, plane) => {
      const values = crop.subarray(plane * OWN_CROP_SIDE ** 2, (plane + 1) * OWN_CROP_SIDE ** 2);
      for (const value of values) expect(value).toBeCloseTo(expected, 0);
    });
  });

  it('shows the square, upright', () => {
    // A bright quarter at the upper left of the square.
    const image = pyramidOf(
      pixelsFrom(200, 200, (x, y) => (x < 100 && y < 100 ? [240, 240, 240] : [20, 20, 20])),
    );
    const crop = squareCrops(image, [square], OWN_CROP_SIDE);
    const at = (x: number, y: number): number => crop[y * OWN_CROP_SIDE + x] ?? NaN;
    expect(at(MIDDLE / 2, MIDDLE / 2)).toBeCloseTo(240, 0);
    expect(at(1.5 * MIDDLE, MIDDLE / 2)).toBeCloseTo(20, 0);
    expect(at(MIDDLE / 2, 1.5 * MIDDLE)).toBeCloseTo(20, 0);
    expect(at(1.5 * MIDDLE, 1.5 * MIDDLE)).toBeCloseTo(20, 0);
  });

  it('follows the one before it', () => {
    const image = pyramidOf(pixelsFrom(200, 200, (x) => (x < 100 ? [240, 240, 240] : [20, 20, 20])));
    const other = { ...square, centre: { x: 60, y: 100 } };
    const [first, second] = [square, other].map((one) => squareCrops(image, [one], OWN_CROP_SIDE));
    expect([...squareCrops(image, [square, other], OWN_CROP_SIDE)]).toEqual([
      ...(first ?? []),
      ...(second ?? []),
    ]);
  });

  it('is black where the photo ends', () => {
    const image = pyramidOf(pixelsFrom(200, 200, () => [255, 255, 255]));
    const crop = squareCrops(image, [{ centre: { x: 0, y: 100 }, side: 128, angle: 0 }], OWN_CROP_SIDE);
    expect(crop[MIDDLE * OWN_CROP_SIDE + MIDDLE / 2]).toBeCloseTo(0, 0);
    expect(crop[MIDDLE * OWN_CROP_SIDE + 1.5 * MIDDLE]).toBeCloseTo(255, 0);
  });
});
