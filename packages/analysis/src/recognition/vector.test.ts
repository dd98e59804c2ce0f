import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPOSTOR_DISTANCES } from './impostor-distances.js';
import {
  CHILD_DIRECTIONS,
  MEAN_EMBEDDING,
  UNIT_DISTANCE_AT_MATCH,
  VECTOR_MODEL,
} from './vector-calibration.js';
import {
  confidenceOf,
  distance,
  embeddingOf,
  falseMatchRate,
  MATCH_THRESHOLD,
  MAX_DISTANCE,
  shortest,
  toVector,
  VECTOR_NORM,
  vectorNumbers,
} from './vector.js';

const raw = fc
  .array(fc.float({ min: -10, max: 10, noNaN: true }), { minLength: 128, maxLength: 128 })
  .filter((values) => values.some((v) => Math.abs(v) > 0.01))
  .map((values) => Float32Array.from(values));

const axis = (n: number): Float32Array => Float32Array.from({ length: 128 }, (_, i) => (i === n ? 1 : 0));
/** The embedding (of unit length) that lies in this direction as seen from the mean. */
const onSphere = (direction: Float32Array): Float32Array => embeddingOf(direction);

describe('toVector and distance', () => {
  it('puts embeddings that are as far apart as calibrated, once the mean is subtracted, at the threshold', () => {
    const angle = 2 * Math.asin(UNIT_DISTANCE_AT_MATCH / 2);
    const [along, across] = [axis(0), axis(1)];
    const a = toVector(onSphere(along));
    const b = toVector(
      onSphere(along.map((v, i) => v * Math.cos(angle) + (across[i] ?? 0) * Math.sin(angle))),
    );
    expect(distance(a, b)).toBeCloseTo(MATCH_THRESHOLD, 5);
    expect([MATCH_THRESHOLD, MAX_DISTANCE]).toEqual([0.5, 0.9]);
    expect(2 * VECTOR_NORM).toBeLessThanOrEqual(MAX_DISTANCE);
  });

  it('gives all vectors one length', () => {
    fc.assert(
      fc.property(raw, (values) => {
        expect(Math.hypot(...toVector(values))).toBeCloseTo(VECTOR_NORM, 5);
      }),
    );
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

  it('leaves the raw output alone', () => {
    const values = axis(3);
    toVector(values);
    expect([...values]).toEqual([...axis(3)]);
  });
});

describe('the calibration', () => {
  it('can be undone, so that the next one starts from the embeddings', () => {
    fc.assert(
      fc.property(raw, (values) => {
        const length = Math.hypot(...values);
        const back = embeddingOf(toVector(values));
        for (const [i, value] of back.entries()) expect(value).toBeCloseTo((values[i] ?? 0) / length, 4);
      }),
    );
  });

  it('knows two directions of children, at right angles and of unit length', () => {
    const [first = [], second = []] = CHILD_DIRECTIONS;
    expect(CHILD_DIRECTIONS).toHaveLength(2);
    const product = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
    expect(product(first, first)).toBeCloseTo(1, 4);
    expect(product(second, second)).toBeCloseTo(1, 4);
    expect(product(first, second)).toBeCloseTo(0, 4);
  });

  it('has a name that follows from its numbers: whoever changes them makes another model', () => {
    expect(MEAN_EMBEDDING).toHaveLength(128);
    const numbers = JSON.stringify([MEAN_EMBEDDING, CHILD_DIRECTIONS, UNIT_DISTANCE_AT_MATCH]);
    const digest = createHash('sha256').update(numbers).digest('hex');
    expect(VECTOR_MODEL).toBe(`sface-${digest.slice(0, 8)}`);
  });
});

describe('confidenceOf', () => {
  it('goes through the points of the specification', () => {
    expect([0, 0.25, 0.5, 0.9].map(confidenceOf)).toEqual([1, 0.8, 0.6, 0]);
  });
});

describe('falseMatchRate', () => {
  it('is the measured share at the measured distances', () => {
    for (const { share, distance } of IMPOSTOR_DISTANCES)
      expect(falseMatchRate(distance) / share).toBeCloseTo(1, 9);
  });

  it('grows with the distance, and stays within the table', () => {
    const rates = Array.from({ length: 91 }, (_, n) => falseMatchRate(n / 100));
    expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
    expect(rates[0]).toBe(IMPOSTOR_DISTANCES[0]?.share);
    expect(rates.at(-1)).toBe(1);
  });

  it('puts the threshold of a match at 1 to 2 in 10,000', () => {
    expect(falseMatchRate(0.5)).toBeGreaterThan(1e-4);
    expect(falseMatchRate(0.5)).toBeLessThan(2e-4);
  });
});

describe('vectorNumbers', () => {
  it('writes a 32-bit float in at most nine digits that mean the same float', () => {
    expect(shortest(Math.fround(0.1))).toBe(0.1);
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const digits = shortest(value)
          .toExponential()
          .replace(/e.*|\D/g, '');
        return Math.fround(shortest(value)) === value && digits.length <= 9;
      }),
    );
  });

  it('keeps the order and the length of a vector', () => {
    expect(vectorNumbers(Float32Array.of(0.25, -0.5, 1))).toEqual([0.25, -0.5, 1]);
  });
});
