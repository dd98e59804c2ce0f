import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, MATCH_THRESHOLD, MAX_DISTANCE, toVector } from './vector.js';

const raw = fc
  .array(fc.float({ min: -10, max: 10, noNaN: true }), { minLength: 128, maxLength: 128 })
  .filter((values) => values.some((v) => Math.abs(v) > 0.01))
  .map((values) => Float32Array.from(values));

describe('toVector and distance', () => {
  it('puts unit vectors that are 1.128 apart at the threshold', () => {
    // Two unit vectors at the angle whose chord is 1.128.
    const angle = 2 * Math.asin(1.128 / 2);
    const a = toVector(Float32Array.of(1, 0));
    const b = toVector(Float32Array.of(Math.cos(angle), Math.sin(angle)));
    expect(distance(a, b)).toBeCloseTo(0.5, 6);
    expect([MATCH_THRESHOLD, MAX_DISTANCE]).toEqual([0.5, 0.9]);
  });

  it('puts unrelated people (a right angle) well above, and opposite vectors within 0.9', () => {
    const a = toVector(Float32Array.of(1, 0));
    expect(distance(a, toVector(Float32Array.of(0, 1)))).toBeCloseTo((Math.SQRT2 * 0.5) / 1.128, 6);
    expect(distance(a, toVector(Float32Array.of(-1, 0)))).toBeCloseTo(1 / 1.128, 6);
  });

  it('caps what vectors of other makes may give at 0.9', () => {
    expect(distance(Float32Array.of(5, 0), Float32Array.of(-5, 0))).toBe(0.9);
  });

  it('does not depend on how strong the raw output is', () => {
    fc.assert(
      fc.property(raw, fc.double({ min: 0.1, max: 50, noNaN: true }), (values, strength) => {
        const stronger = toVector(values.map((v) => v * strength));
        expect(distance(toVector(values), stronger)).toBeLessThan(1e-5);
      }),
    );
  });

  it('is a distance: 0 to itself, the same both ways, no longer than a detour', () => {
    fc.assert(
      fc.property(raw, raw, raw, (x, y, z) => {
        const [a, b, c] = [toVector(x), toVector(y), toVector(z)];
        expect(distance(a, a)).toBe(0);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b)).toBeLessThanOrEqual(distance(a, c) + distance(c, b) + 1e-6);
        expect(distance(a, b)).toBeLessThanOrEqual(0.9);
      }),
    );
  });

  it('leaves the raw output alone, and makes nothing of nothing', () => {
    const values = Float32Array.of(3, 4);
    toVector(values);
    expect([...values]).toEqual([3, 4]);
    expect([...toVector(new Float32Array(3))]).toEqual([0, 0, 0]);
  });
});
