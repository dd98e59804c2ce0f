import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidence, score, verdict } from './distance.js';

const distances = fc.double({ min: 0, max: 0.9, noNaN: true });

describe('score', () => {
  it('is a plain decimal with at least four digits, never with an exponent', () => {
    expect(score(1e-9)).toBe('0.000000');
    expect(score(0.9)).toBe('0.900000');
    fc.assert(
      fc.property(distances, (d) => /^0\.\d{4,}$/.test(score(d)) && Math.abs(Number(score(d)) - d) < 1e-5),
    );
  });

  it('stays between 0 and 0.9', () => {
    expect(score(-0.1)).toBe('0.000000');
    expect(score(1.3)).toBe('0.900000');
  });
});

describe('verdict', () => {
  it('is a match below 0.5 and none from 0.5 on', () => {
    expect(verdict(0.499999)).toBe('match');
    expect(verdict(0.5)).toBe('not a match');
  });

  it('always follows from the score that is sent', () => {
    const nearTheThreshold = fc.double({ min: 0.499998, max: 0.500002, noNaN: true });
    fc.assert(
      fc.property(
        fc.oneof(distances, nearTheThreshold),
        (d) => (verdict(d) === 'match') === Number(score(d)) < 0.5,
      ),
    );
  });
});

describe('confidence', () => {
  it('has its three fixed points', () => {
    expect(Number(confidence(0))).toBe(1);
    expect(Number(confidence(0.5))).toBe(0.6);
    expect(Number(confidence(0.9))).toBe(0);
  });

  it('falls strictly as the distance grows', () => {
    fc.assert(
      fc.property(distances, distances, (a, b) => {
        const [near, far] = [Number(score(Math.min(a, b))), Number(score(Math.max(a, b)))];
        return near === far || Number(confidence(near)) > Number(confidence(far));
      }),
    );
  });

  it('falls with every step that the score can make, around the threshold too', () => {
    for (let step = 499_900; step < 500_100; step++) {
      expect(Number(confidence(step / 1e6))).toBeGreaterThan(Number(confidence((step + 1) / 1e6)));
    }
  });

  it('never disagrees with the verdict of Face Match', () => {
    const nearTheThreshold = fc.double({ min: 0.499998, max: 0.500002, noNaN: true });
    fc.assert(
      fc.property(
        fc.oneof(distances, nearTheThreshold),
        (d) => (verdict(d) === 'match') === Number(confidence(d)) > 0.6,
      ),
    );
  });
});
