import { expect, it } from 'vitest';
import { qualityScore } from './quality-score.js';

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
