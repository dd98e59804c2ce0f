import { describe, expect, it } from 'vitest';
import { ServicePace } from './service-pace.js';

describe('ServicePace', () => {
  it('guesses before it knows', () => {
    expect(new ServicePace().secondsFor(4, 1)).toBe(2);
    expect(new ServicePace().knownPiecesIn(1000, 1)).toBeUndefined();
  });

  it('reckons with what the work really took', () => {
    const pace = new ServicePace();
    pace.record(2000);
    expect(pace.secondsFor(1, 1)).toBe(2);
    expect(pace.secondsFor(10, 4)).toBe(5);
    expect(pace.knownPiecesIn(5000, 2)).toBe(5);
    for (let i = 0; i < 100; i++) pace.record(100);
    expect(pace.secondsFor(100, 2)).toBe(6);
  });

  it('says at least one second and at most a minute', () => {
    const pace = new ServicePace();
    pace.record(1);
    expect(pace.secondsFor(1, 8)).toBe(1);
    expect(pace.secondsFor(1e9, 1)).toBe(60);
  });
});
