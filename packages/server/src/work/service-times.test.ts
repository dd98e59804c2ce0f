import { describe, expect, it } from 'vitest';
import { ServiceTimes } from './service-times.js';

describe('ServiceTimes', () => {
  it('estimates before anything was measured', () => {
    const pace = new ServiceTimes();
    expect(pace.isKnown).toBe(false);
    expect(pace.secondsFor(4, 1)).toBe(2);
    expect(pace.msForAll([['a', 4]], 1)).toBe(2000);
  });

  it('uses the real duration of the work', () => {
    const pace = new ServiceTimes();
    pace.record('a', 2000);
    expect(pace.isKnown).toBe(true);
    expect(pace.msForAll([['a', 10]], 4)).toBe(5000);
    expect(pace.secondsFor(10, 4)).toBe(5);
    expect(pace.jobsIn('a', 5000, 2)).toBe(5);
    for (let i = 0; i < 100; i++) pace.record('a', 100);
    expect(pace.secondsFor(100, 2)).toBe(6);
    expect(pace.msForAll([['a', 100]], 2)).toBeCloseTo(5000, -2);
  });

  it('does not let the slow work of one caller count for another', () => {
    const pace = new ServiceTimes();
    pace.record('quick', 100);
    for (let i = 0; i < 6; i++) pace.record('slow', 10_000);
    expect(pace.msForAll([['newcomer', 12]], 2)).toBe(3000);
    expect(pace.jobsIn('quick', 3000, 1)).toBe(30);
    expect(pace.jobsIn('slow', 3000, 1)).toBe(0);
    const both = [
      ['slow', 1],
      ['quick', 1],
    ] as const;
    expect(pace.msForAll(both, 1)).toBe(10_100);
  });

  it('forgets the callers whose last job is longest ago', () => {
    const pace = new ServiceTimes();
    pace.record('first', 9000);
    for (let i = 0; i < 1000; i++) pace.record(`other ${i}`, 100);
    expect(pace.msForAll([['other 999', 1]], 1)).toBe(100);
    expect(pace.msForAll([['first', 1]], 1)).toBeLessThan(500);
  });

  it('says at least one second and at most a minute', () => {
    const pace = new ServiceTimes();
    pace.record('a', 1);
    expect(pace.secondsFor(1, 8)).toBe(1);
    expect(pace.secondsFor(1e9, 1)).toBe(60);
  });
});
