import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  area,
  boundingBox,
  boxAround,
  centre,
  clipBox,
  height,
  nesting,
  overlap,
  prominence,
  scaleBox,
  width,
  type Box,
} from './box.js';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const length = fc.double({ min: 0.5, max: 500, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const wholePoint = fc.record({
  x: fc.integer({ min: -1000, max: 1000 }),
  y: fc.integer({ min: -1000, max: 1000 }),
});
const box: fc.Arbitrary<Box> = fc
  .tuple(point, length, length)
  .map(([c, w, h]) => ({ x1: c.x, y1: c.y, x2: c.x + w, y2: c.y + h }));
const size = fc.record({
  width: fc.integer({ min: 1, max: 2000 }),
  height: fc.integer({ min: 1, max: 2000 }),
});

describe('measures of a box', () => {
  it('reads width, height, area and centre off the corners', () => {
    const b = { x1: 10, y1: 20, x2: 40, y2: 100 };
    expect([width(b), height(b), area(b)]).toEqual([30, 80, 2400]);
    expect(centre(b)).toEqual({ x: 25, y: 60 });
  });

  it('gives a box with swapped corners no area', () => {
    expect(area({ x1: 5, y1: 5, x2: 1, y2: 1 })).toBe(0);
  });

  it('makes a box around a centre that has this centre and these sides', () => {
    fc.assert(
      fc.property(point, length, length, (c, w, h) => {
        const made = boxAround(c, w, h);
        expect(centre(made).x).toBeCloseTo(c.x, 6);
        expect(centre(made).y).toBeCloseTo(c.y, 6);
        expect(width(made)).toBeCloseTo(w, 6);
        expect(height(made)).toBeCloseTo(h, 6);
      }),
    );
  });

  it('scales each axis by its own factor', () => {
    expect(scaleBox({ x1: 1, y1: 2, x2: 3, y2: 4 }, 10, 100)).toEqual({ x1: 10, y1: 200, x2: 30, y2: 400 });
  });
});

describe('clipBox', () => {
  it('keeps a box inside the image as it is', () => {
    const b = { x1: 1, y1: 2, x2: 9, y2: 10 };
    expect(clipBox(b, { width: 10, height: 10 })).toEqual(b);
  });

  it('rejects boxes that only touch the edge', () => {
    const image = { width: 10, height: 10 };
    expect(clipBox({ x1: 10, y1: 0, x2: 20, y2: 10 }, image)).toBeNull();
    expect(clipBox({ x1: 0, y1: -5, x2: 10, y2: 0 }, image)).toBeNull();
  });

  it('rejects boxes of numbers that are none', () => {
    expect(clipBox({ x1: NaN, y1: 0, x2: 5, y2: 5 }, { width: 10, height: 10 })).toBeNull();
  });

  it('never leaves the image, never grows, and loses nothing by being done twice', () => {
    fc.assert(
      fc.property(box, size, (b, image) => {
        const clipped = clipBox(b, image);
        if (clipped === null) {
          expect(overlap(b, { x1: 0, y1: 0, x2: image.width, y2: image.height })).toBe(0);
          return;
        }
        expect(clipped.x1).toBeGreaterThanOrEqual(Math.max(0, b.x1));
        expect(clipped.y1).toBeGreaterThanOrEqual(Math.max(0, b.y1));
        expect(clipped.x2).toBeLessThanOrEqual(Math.min(image.width, b.x2));
        expect(clipped.y2).toBeLessThanOrEqual(Math.min(image.height, b.y2));
        expect(area(clipped)).toBeGreaterThan(0);
        expect(clipBox(clipped, image)).toEqual(clipped);
      }),
    );
  });
});

describe('boundingBox', () => {
  it('holds every point and touches one with each side', () => {
    fc.assert(
      fc.property(fc.array(wholePoint, { minLength: 1, maxLength: 20 }), (points) => {
        const b = boundingBox(points);
        const xs = points.map((p) => p.x);
        const ys = points.map((p) => p.y);
        expect(b).toEqual({
          x1: xs.toSorted((p, q) => p - q).at(0),
          x2: xs.toSorted((p, q) => p - q).at(-1),
          y1: ys.toSorted((p, q) => p - q).at(0),
          y2: ys.toSorted((p, q) => p - q).at(-1),
        });
      }),
    );
  });
});

describe('overlap and nesting', () => {
  it('gives known values for boxes that share a quarter', () => {
    const a = { x1: 0, y1: 0, x2: 10, y2: 10 };
    const b = { x1: 5, y1: 5, x2: 15, y2: 15 };
    expect(overlap(a, b)).toBeCloseTo(25 / 175, 12);
    expect(nesting(a, b)).toBeCloseTo(0.25, 12);
  });

  it('calls a box inside another nested, though they overlap little', () => {
    const outer = { x1: 0, y1: 0, x2: 100, y2: 100 };
    const inner = { x1: 40, y1: 40, x2: 50, y2: 50 };
    expect(nesting(outer, inner)).toBe(1);
    expect(overlap(outer, inner)).toBeCloseTo(0.01, 12);
  });

  it('is 0 for boxes apart and for boxes without area', () => {
    const a = { x1: 0, y1: 0, x2: 1, y2: 1 };
    const empty = { x1: 0, y1: 0, x2: 0, y2: 0 };
    expect(overlap(a, { x1: 2, y1: 2, x2: 3, y2: 3 })).toBe(0);
    expect(overlap(empty, empty)).toBe(0);
    expect(nesting(empty, a)).toBe(0);
  });

  it('does not depend on the order, lies in 0 to 1, and nesting is never below overlap', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        expect(overlap(a, b)).toBe(overlap(b, a));
        expect(nesting(a, b)).toBe(nesting(b, a));
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0);
        expect(nesting(a, b)).toBeLessThanOrEqual(1 + 1e-9);
        expect(nesting(a, b)).toBeGreaterThanOrEqual(overlap(a, b) - 1e-9);
      }),
    );
  });

  it('is 1 for a box and itself', () => {
    fc.assert(
      fc.property(box, (b) => {
        expect(overlap(b, b)).toBeCloseTo(1, 9);
        expect(nesting(b, b)).toBeCloseTo(1, 9);
      }),
    );
  });
});

const IMAGE = { width: 400, height: 200 };

describe('prominence', () => {
  it('is the plain area in the middle of the image', () => {
    expect(prominence(boxAround({ x: 200, y: 100 }, 30, 40), IMAGE)).toBeCloseTo(1200, 9);
  });

  it('falls as exp(-8 d²), with each axis measured in sides of the image', () => {
    const right = boxAround({ x: 300, y: 100 }, 10, 10);
    const below = boxAround({ x: 200, y: 150 }, 10, 10);
    expect(prominence(right, IMAGE)).toBeCloseTo(100 * Math.exp(-8 * 0.25 ** 2), 9);
    expect(prominence(below, IMAGE)).toBeCloseTo(100 * Math.exp(-8 * 0.25 ** 2), 9);
  });

  it('puts a central face before one twice as large in the corner', () => {
    const central = prominence(boxAround({ x: 200, y: 100 }, 20, 20), IMAGE);
    const corner = prominence(boxAround({ x: 360, y: 180 }, 28, 28), IMAGE);
    expect(central).toBeGreaterThan(corner);
  });

  it('does not change order when the whole photo is enlarged', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    const face = fc.tuple(part, part, fc.double({ min: 0.01, max: 0.5, noNaN: true }));
    fc.assert(
      fc.property(face, fc.double({ min: 0.1, max: 10, noNaN: true }), ([cx, cy, side], times) => {
        const at = (k: number): number =>
          prominence(boxAround({ x: cx * 400 * k, y: cy * 200 * k }, side * 100 * k, side * 100 * k), {
            width: IMAGE.width * k,
            height: IMAGE.height * k,
          });
        expect(at(times) / (at(1) * times * times)).toBeCloseTo(1, 9);
      }),
    );
  });
});
