import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, cropToImage } from '../geometry/similarity.js';
import { pixelsFrom, planeOf } from './synthetic-pixels.test.fixture.js';
import { plainWarp } from './plain-image-operations.test.fixture.js';
import { pyramidOf, warp } from './pyramid.js';

const IDENTITY = { a: 1, b: 0, tx: 0, ty: 0 };

/** Red grows to the right by 4 a pixel, green downwards by 5; blue stands still. */
const gradient = pyramidOf(pixelsFrom(50, 40, (x, y) => [4 * x, 5 * y, 77]));
/** The gradients at a continuous place: the middle of pixel i lies at i + 0.5. */
const redAt = (x: number): number => 4 * (x - 0.5);
const greenAt = (y: number): number => 5 * (y - 0.5);

describe('warp', () => {
  it('reproduces the pixels, plane by plane, where nothing is moved', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (width, height, values) => {
          const next = (): number => Number(values.next().value);
          const image = pixelsFrom(width, height, () => [next(), next(), next()]);
          const crop = warp(pyramidOf(image), IDENTITY, image, 0);
          const expected = [0, 1, 2].flatMap((c) => [...image.data].filter((_, i) => i % 3 === c));
          expect([...crop]).toEqual(expected);
        },
      ),
    );
  });

  it('moves by integer pixels without blurring', () => {
    const crop = warp(gradient, { a: 1, b: 0, tx: 7, ty: 3 }, { width: 5, height: 4 }, 0);
    expect([...planeOf(crop, 0).subarray(0, 5)]).toEqual([28, 32, 36, 40, 44]);
    expect([0, 5, 10, 15].map((i) => planeOf(crop, 1)[i])).toEqual([15, 20, 25, 30]);
  });

  it('interpolates between pixels', () => {
    const crop = warp(gradient, { a: 1, b: 0, tx: 7.25, ty: 3.5 }, { width: 1, height: 1 }, 0);
    expect([...crop]).toEqual([29, 17.5, 77]);
  });

  it('finds the gradient at the right place, however turned and enlarged', () => {
    const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
    const side = fc.double({ min: 2, max: 20, noNaN: true });
    fc.assert(
      fc.property(angle, side, (turn, width) => {
        // Small enough, and near enough to the middle, to stay inside; less than 2 pixels a sample.
        const toImage = cropToImage({ centre: { x: 25, y: 20 }, side: width, angle: turn }, 12);
        const crop = warp(gradient, toImage, { width: 12, height: 12 }, 0);
        for (const [col, row] of [
          [0, 0],
          [11, 0],
          [5, 7],
          [11, 11],
        ] as const) {
          const place = apply(toImage, { x: col + 0.5, y: row + 0.5 });
          expect(planeOf(crop, 0)[row * 12 + col]).toBeCloseTo(redAt(place.x), 3);
          expect(planeOf(crop, 1)[row * 12 + col]).toBeCloseTo(greenAt(place.y), 3);
          expect(planeOf(crop, 2)[row * 12 + col]).toBeCloseTo(77, 3);
        }
      }),
    );
  });

  it('turns a picture by 90 degrees exactly', () => {
    const image = pixelsFrom(2, 2, (x, y) => [10 * x + 100 * y, 0, 0]);
    const toImage = cropToImage({ centre: { x: 1, y: 1 }, side: 2, angle: Math.PI / 2 }, 2);
    const crop = warp(pyramidOf(image), toImage, { width: 2, height: 2 }, 0);
    // What is at the right of the image comes to the top of the crop.
    expect([...planeOf(crop, 0)].map(Math.round)).toEqual([10, 110, 0, 100]);
  });

  it('fills what lies outside with the given level', () => {
    const image = pyramidOf(pixelsFrom(2, 2, () => [200, 200, 200]));
    const crop = warp(image, { a: 1, b: 0, tx: -2, ty: -2 }, { width: 6, height: 6 }, 9);
    const inside = (i: number): boolean => {
      const row = Math.floor(i / 6);
      return row >= 2 && row < 4 && i % 6 >= 2 && i % 6 < 4;
    };
    expect([...planeOf(crop, 1)]).toEqual(Array.from({ length: 36 }, (_, i) => (inside(i) ? 200 : 9)));
  });

  it('agrees with plain code, wherever the crop lies', () => {
    const noise = pixelsFrom(37, 29, (x, y) => [(x * 97 + y * 31) % 256, (x * y * 7) % 256, (y * 53) % 256]);
    const image = pyramidOf(noise);
    const place = fc.double({ min: -30, max: 60, noNaN: true });
    const side = fc.double({ min: 1, max: 30, noNaN: true });
    const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
    fc.assert(
      fc.property(place, place, side, angle, (x, y, width, turn) => {
        const toImage = cropToImage({ centre: { x, y }, side: width, angle: turn }, 19);
        const crop = { width: 19, height: 19 };
        const expected = plainWarp(noise, toImage, crop, 64);
        const errors = warp(image, toImage, crop, 64).map((value, i) => value - (expected[i] ?? Infinity));
        expect(Math.max(...errors.filter((error) => !Number.isNaN(error)).map(Math.abs))).toBeLessThan(1e-3);
      }),
    );
  });

  it('averages where it reduces strongly, so fine stripes become grey', () => {
    const stripes = pyramidOf(pixelsFrom(64, 64, (x) => [x % 2 === 0 ? 0 : 255, 0, 0]));
    const crop = warp(stripes, { a: 8, b: 0, tx: 0, ty: 0 }, { width: 8, height: 8 }, 0);
    for (const red of planeOf(crop, 0)) expect(Math.abs(red - 127.5)).toBeLessThanOrEqual(1);
  });

  it('keeps places exact through the pyramid', () => {
    const wide = pyramidOf(pixelsFrom(240, 8, (x) => [x, 0, 0]));
    const crop = warp(wide, { a: 4, b: 0, tx: 8, ty: 0 }, { width: 10, height: 2 }, 0);
    // Sample i stands for pixels 8 + 4i … 11 + 4i, whose mean is 9.5 + 4i; halving rounds up twice at most.
    [...planeOf(crop, 0).subarray(0, 10)].forEach((red, i) => {
      expect(Math.abs(red - (9.5 + 4 * i))).toBeLessThanOrEqual(1);
    });
  });
});
