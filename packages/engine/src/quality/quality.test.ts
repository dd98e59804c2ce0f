import { expect, it } from 'vitest';
import { pixelsFrom } from '../image/made-pixels.test.fixture.js';
import { pyramidOf } from '../image/pyramid.js';
import { illumination } from './illumination.js';
import { measureQuality } from './quality.js';

it('measures the rectangle of the full image, the light inside the outline, and the yaw to either side', () => {
  const grey = pixelsFrom(20, 20, () => [90, 90, 90]);
  const outline = [
    { x: 5, y: 5 },
    { x: 15, y: 5 },
    { x: 10, y: 15 },
  ];
  const quality = measureQuality(pyramidOf(grey), {
    box: { x1: 10, y1: 20, x2: 70, y2: 99 },
    outline,
    yaw: -51,
  });
  expect(quality.size).toEqual({ width: 60, height: 79 });
  expect(quality.illumination).toBeCloseTo(90, 9);
  expect(quality.yaw).toBe(51);
});

it('measures the light of a large face on fewer pixels, with the same result', () => {
  const image = pixelsFrom(600, 500, (x, y) => [(x + y) % 256, (3 * x) % 256, (x * y) % 256]);
  const outline = Array.from({ length: 36 }, (_, i) => ({
    x: 300 + 180 * Math.cos((i * Math.PI) / 18),
    y: 250 + 220 * Math.sin((i * Math.PI) / 18),
  }));
  const face = { box: { x1: 0, y1: 0, x2: 1, y2: 1 }, outline, yaw: 0 };
  const light = measureQuality(pyramidOf(image), face).illumination;
  expect(Math.abs(light - illumination(image, outline))).toBeLessThan(0.5);
});
