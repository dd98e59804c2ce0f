import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/box.js';
import { pixelsFrom } from '../image/synthetic-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { illumination, measureQuality, qualityScore, type QualityInput } from './quality.js';

/** Half an ellipse around the middle: that at the left, or that at the right. */
const half = (side: -1 | 1): Point[] =>
  Array.from({ length: 19 }, (_, i) => ({
    x: 300 + side * 180 * Math.sin((i * Math.PI) / 18),
    y: 250 - 220 * Math.cos((i * Math.PI) / 18),
  }));

const FACE: QualityInput = {
  box: { x1: 10, y1: 20, x2: 70, y2: 99 },
  outline: [...half(1), ...half(-1).reverse()],
  halves: [half(-1), half(1)],
  square: { centre: { x: 300, y: 250 }, side: 440, angle: 0 },
  pose: { yaw: -51, pitch: 0 },
};

describe('measureQuality', () => {
  it('measures the rectangle of the full image, the light inside the outline, and the yaw to either side', () => {
    const grey = pixelsFrom(600, 500, () => [90, 90, 90]);
    const quality = measureQuality(pyramidOf(grey), FACE);
    expect(quality.size).toEqual({ width: 60, height: 79 });
    expect(quality.illumination).toBeCloseTo(90, 9);
    expect(quality.yaw).toBe(51);
  });

  it('measures the light of a large face on fewer pixels, with the same result', () => {
    const image = pixelsFrom(600, 500, (x, y) => [(x + y) % 256, (3 * x) % 256, (x * y) % 256]);
    const light = measureQuality(pyramidOf(image), FACE).illumination;
    expect(Math.abs(light - illumination(image, FACE.outline))).toBeLessThan(0.5);
  });

  it('compares the light of both halves, whichever is darker', () => {
    const lit = (left: number, right: number): number => {
      const image = pixelsFrom(600, 500, (x) => (x < 300 ? [left, left, left] : [right, right, right]));
      return measureQuality(pyramidOf(image), FACE).evenness;
    };
    expect(lit(120, 120)).toBeCloseTo(1, 2);
    expect(lit(60, 120)).toBeCloseTo(0.5, 1);
    expect(lit(120, 60)).toBeCloseTo(0.5, 1);
    expect(lit(0, 0)).toBe(0);
  });
});

describe('qualityScore', () => {
  const GOOD = {
    size: { width: 200, height: 260 },
    illumination: 130,
    yaw: 3,
    evenness: 0.9,
    sharpness: 0.6,
  };

  it('is 1 for a face that is well shown in every way', () => {
    expect(qualityScore(GOOD, 4)).toBe(1);
  });

  it.each([
    ['a small face', { size: { width: 40, height: 50 } }, 0],
    ['a dark face', { illumination: 30 }, 0],
    ['a face in glaring light', { illumination: 235 }, 0],
    ['a face turned away', { yaw: 60 }, 0],
    ['a face lit from one side', { evenness: 0.2 }, 0],
    ['a blurred face', { sharpness: 0.2 }, 0],
    ['a face that looks up', {}, 50],
  ])('falls for %s, whatever the rest is like', (_, change, pitch) => {
    const score = qualityScore({ ...GOOD, ...change }, pitch);
    expect(score).toBeLessThan(0.6);
    expect(score).toBeGreaterThan(0);
    expect(qualityScore({ ...GOOD, ...change, evenness: 0.01 }, pitch)).toBeLessThan(0.02);
  });
});
