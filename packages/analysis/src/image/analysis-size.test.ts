import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planReduction } from './analysis-size.js';

const anySize = fc.record({
  width: fc.integer({ min: 1, max: 65_535 }),
  height: fc.integer({ min: 1, max: 65_535 }),
});
const anySide = fc.integer({ min: 16, max: 4096 });

describe('the size that is analysed', () => {
  it('is at most the requested side, at least three quarters of it, and never enlarged', () => {
    fc.assert(
      fc.property(anySize, anySide, fc.boolean(), (stored, side, isJpeg) => {
        const { target } = planReduction(stored, side, isJpeg);
        const long = Math.max(target.width, target.height);
        expect(long).toBeLessThanOrEqual(side);
        expect(long).toBeGreaterThanOrEqual(
          Math.min(Math.floor(side * 0.75), Math.max(stored.width, stored.height)),
        );
        expect(target.width).toBeLessThanOrEqual(stored.width);
        expect(target.height).toBeLessThanOrEqual(stored.height);
        expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('covers the stored image but for a rest smaller than a decoder block', () => {
    fc.assert(
      fc.property(anySize, anySide, fc.boolean(), (stored, side, isJpeg) => {
        const { target, covered } = planReduction(stored, side, isJpeg);
        const restX = stored.width - covered.x * target.width;
        const restY = stored.height - covered.y * target.height;
        for (const rest of [restX, restY]) {
          expect(rest).toBeGreaterThan(-1e-6);
          expect(rest).toBeLessThan(isJpeg ? 8 : 1e-6);
        }
      }),
    );
  });

  it.each([
    // At full size, and too little larger for the decoder to shrink it by itself.
    [1024, 1024],
    [1800, 1024],
    // Slightly smaller than requested, where that lets the decoder shrink by 2, 4 and 8.
    [3000, 1000],
    [4032, 806],
    [8064, 896],
    // As requested, where the decoder shrinks by 8 anyway.
    [12_000, 1024],
  ])('of a JPEG %i wide is %i wide', (width, expected) => {
    const { target, covered } = planReduction({ width, height: 240 }, 1024, true);
    expect(target.width).toBe(expected);
    expect(covered.x).toBeCloseTo(width / expected, 10);
  });

  it('keeps a pixel of a very thin image', () => {
    expect(planReduction({ width: 60_000, height: 10 }, 1024, true).target).toEqual({
      width: 1024,
      height: 1,
    });
  });
});
