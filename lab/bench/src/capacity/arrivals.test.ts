import { expect, it } from 'vitest';
import { seededRandom } from '../gallery/synthetic-vectors.js';
import { arrive } from './arrivals.js';

it('offers calls at the rate, at random moments, and none before it is due', async () => {
  const began = performance.now();
  const due: number[] = [];
  let early = 0;
  const calls = await arrive({ perSecond: 5000, durationMs: 400, random: seededRandom(2) }, (dueAt) => {
    if (dueAt > performance.now()) early += 1;
    due.push(dueAt - began);
  });
  expect(early).toBe(0);
  expect(calls).toBe(due.length);
  // 2,000 on average; a Poisson process is off by more than 200 once in 100,000 times, and the seed is fixed.
  expect(Math.abs(calls - 2000)).toBeLessThan(200);
  const gaps = due.slice(1).map((at, n) => at - (due[n] ?? 0));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  // Evenly spaced calls would have none; those of independent callers have the square of the mean.
  expect(variance / mean ** 2).toBeGreaterThan(0.8);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
});
