import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortest, vectorNumbers } from './vector-numbers.js';

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
