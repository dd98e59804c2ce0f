import { expect, it } from 'vitest';
import { readGauge } from './gauge.js';

it.each([
  [0, true, 0],
  [0.2, true, 0.2 / 0.9],
  [0.4999, true, 0.4999 / 0.9],
  [0.5, false, 0.5 / 0.9],
  [0.9, false, 1],
  [1.4, false, 1],
])('reads a distance of %d', (distance, same, position) => {
  const reading = readGauge(distance);
  expect(reading.same).toBe(same);
  expect(reading.position).toBeCloseTo(position);
  expect(reading.threshold).toBeCloseTo(0.5556, 3);
  expect(reading.verdict).toBe(same ? 'The same person' : 'Two different people');
});

it('says when a verdict is close', () => {
  expect(readGauge(0.47).detail).toContain('close to the line');
  expect(readGauge(0.3).detail).toContain('clearly below');
  expect(readGauge(0.7).detail).toContain('clearly above');
});
