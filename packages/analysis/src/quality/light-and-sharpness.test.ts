import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/box.js';
import { pixelsFrom } from '../image/synthetic-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { illumination, sharpness } from './quality.js';

const rectangle = (x1: number, y1: number, x2: number, y2: number): Point[] => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
];
const ellipse = (cx: number, cy: number, rx: number, ry: number): Point[] =>
  Array.from({ length: 36 }, (_, i) => ({
    x: cx + rx * Math.cos((i * Math.PI) / 18),
    y: cy + ry * Math.sin((i * Math.PI) / 18),
  }));

/** Black at the left of x = 50, white from there on. */
const halfDark = pixelsFrom(100, 80, (x) => (x < 50 ? [0, 0, 0] : [255, 255, 255]));

describe('illumination', () => {
  it('weighs the colours as BT.601 does', () => {
    const mean = (r: number, g: number, b: number): number =>
      illumination(
        pixelsFrom(10, 10, () => [r, g, b]),
        rectangle(2, 2, 8, 8),
      );
    expect(mean(255, 0, 0)).toBeCloseTo(76.245, 6);
    expect(mean(0, 255, 0)).toBeCloseTo(149.685, 6);
    expect(mean(0, 0, 255)).toBeCloseTo(29.07, 6);
    expect(mean(70, 70, 70)).toBeCloseTo(70, 6);
  });

  it('is the grey level of a flat image, whatever the outline', () => {
    const flat = pixelsFrom(60, 60, () => [123, 123, 123]);
    const place = fc.double({ min: 5, max: 55, noNaN: true });
    const radius = fc.double({ min: 3, max: 100, noNaN: true });
    fc.assert(
      fc.property(place, place, radius, radius, (cx, cy, rx, ry) => {
        expect(illumination(flat, ellipse(cx, cy, rx, ry))).toBeCloseTo(123, 6);
      }),
    );
  });

  it('sees only what lies inside the outline', () => {
    expect(illumination(halfDark, rectangle(10, 10, 40, 40))).toBe(0);
    expect(illumination(halfDark, rectangle(60, 10, 90, 40))).toBeCloseTo(255, 9);
    expect(illumination(halfDark, rectangle(40, 10, 80, 40))).toBeCloseTo(255 * 0.75, 9);
    expect(illumination(halfDark, ellipse(50, 40, 30, 35))).toBeCloseTo(127.5, 0);
  });

  it('follows a triangle, not its bounding box', () => {
    const bottomWhite = pixelsFrom(100, 100, (_, y) => (y < 50 ? [0, 0, 0] : [255, 255, 255]));
    const triangle = [
      { x: 50, y: 0 },
      { x: 100, y: 100 },
      { x: 0, y: 100 },
    ];
    // A quarter of the triangle lies in the upper half.
    expect(illumination(bottomWhite, triangle) / 255).toBeCloseTo(0.75, 2);
  });

  it('handles an outline that bends inwards', () => {
    const stripe = pixelsFrom(90, 30, (x) => (x >= 30 && x < 60 ? [255, 255, 255] : [0, 0, 0]));
    const u = [
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 20 },
      { x: 60, y: 20 },
      { x: 60, y: 0 },
      { x: 90, y: 0 },
      { x: 90, y: 30 },
      { x: 0, y: 30 },
    ];
    expect(illumination(stripe, u)).toBeCloseTo((255 * 300) / 2100, 6);
  });

  it('counts only the part inside the image', () => {
    expect(illumination(halfDark, rectangle(60, -500, 900, 500))).toBeCloseTo(255, 9);
    expect(illumination(halfDark, rectangle(-500, -500, 500, 500))).toBeCloseTo(127.5, 9);
  });

  it('is 0 for an outline beside the image, without area, or without points', () => {
    expect(illumination(halfDark, rectangle(200, 200, 300, 300))).toBe(0);
    expect(illumination(halfDark, rectangle(10, 10, 10, 10))).toBe(0);
    expect(illumination(halfDark, [])).toBe(0);
  });
});

describe('sharpness', () => {
  const SQUARE = { centre: { x: 128, y: 128 }, side: 128, angle: 0 };

  /** Blots at places that look random, blurred by a cosine of this reach. */
  const blots = (blur: number, contrast = 1): number =>
    sharpness(
      pyramidOf(
        pixelsFrom(256, 256, (x, y) => {
          const level = 128 + contrast * (40 * Math.sin(x / blur) + 40 * Math.sin(y / blur + 1));
          return [level, level, level];
        }),
      ),
      SQUARE,
    );

  it('falls as detail becomes coarser', () => {
    const values = [1, 2, 4, 8].map((blur) => blots(blur));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values[0]).toBeGreaterThan(0.7);
    expect(values[3]).toBeLessThan(0.4);
  });

  it('is the same with less contrast', () => {
    expect(Math.abs(blots(2, 0.4) - blots(2))).toBeLessThan(0.05);
  });

  it('sees blur in one direction only, as a moving camera makes it', () => {
    const across = pixelsFrom(256, 256, (x, y) => {
      const level = 128 + 40 * Math.sin(x / 1.2) + 60 * Math.sin(y / 20);
      return [level, level, level];
    });
    expect(sharpness(pyramidOf(across), SQUARE)).toBeLessThan(0.3);
  });

  it('is 0 where there is nothing to see, and never outside 0 to 1', () => {
    expect(sharpness(pyramidOf(pixelsFrom(256, 256, () => [80, 80, 80])), SQUARE)).toBe(0);
    const checks = pixelsFrom(256, 256, (x, y) => ((x + y) % 2 === 0 ? [0, 0, 0] : [255, 255, 255]));
    expect(sharpness(pyramidOf(checks), SQUARE)).toBeLessThanOrEqual(1);
  });
});
