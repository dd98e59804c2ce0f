import { expect, it } from 'vitest';
import { pixelsFrom } from '../image/made-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { sharpness } from './sharpness.js';

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
