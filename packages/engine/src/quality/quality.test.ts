import { expect, it } from 'vitest';
import { pixelsFrom } from '../image/made-pixels.test.fixture.js';
import { measureQuality } from './quality.js';

it('measures the rectangle of the full image, the light inside the outline, and the yaw to either side', () => {
  const grey = pixelsFrom(20, 20, () => [90, 90, 90]);
  const outline = [
    { x: 5, y: 5 },
    { x: 15, y: 5 },
    { x: 10, y: 15 },
  ];
  const quality = measureQuality(grey, { box: { x1: 10, y1: 20, x2: 70, y2: 99 }, outline, yaw: -51 });
  expect(quality.size).toEqual({ width: 60, height: 79 });
  expect(quality.illumination).toBeCloseTo(90, 9);
  expect(quality.yaw).toBe(51);
});
