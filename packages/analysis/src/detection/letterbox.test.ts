import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, invert, scaleOf } from '../geometry/similarity.js';
import { letterbox } from './detect.js';

const pixels = fc.integer({ min: 8, max: 2000 });
const image = fc.record({ width: pixels, height: pixels });
const side = fc.integer({ min: 32, max: 1024 });
const margin = fc.double({ min: 1, max: 3, noNaN: true });

describe('letterbox', () => {
  it('scales an upright photo to the given longer side', () => {
    const { input, toImage } = letterbox({ width: 1024, height: 768 }, 192);
    expect(input).toEqual({ width: 192, height: 192 });
    expect(scaleOf(toImage)).toBeCloseTo(1024 / 192, 12);
  });

  it('takes a photo at its own size pixel by pixel', () => {
    const { toImage } = letterbox({ width: 1024, height: 683 }, 1024);
    expect(toImage.a).toBe(1);
    expect(Number.isInteger(toImage.tx)).toBe(true);
    expect(Number.isInteger(toImage.ty)).toBe(true);
  });

  it('starts at the first pixel when the image fills the input but for rounding', () => {
    expect(apply(letterbox({ width: 1790, height: 8 }, 832).toImage, { x: 0, y: 0 }).x).toBeCloseTo(0, 12);
  });

  it('leaves room all around for a margin', () => {
    const { input, toImage } = letterbox({ width: 500, height: 500 }, 96, 2);
    expect(input).toEqual({ width: 192, height: 192 });
    const corner = apply(invert(toImage), { x: 0, y: 0 });
    expect(corner.x).toBeCloseTo(48, 9);
    expect(corner.y).toBeCloseTo(48, 9);
  });

  it('gives only input sizes that can be halved six times', () => {
    fc.assert(
      fc.property(image, side, margin, (size, long, room) => {
        const { input } = letterbox(size, long, room);
        expect(input.width % 64).toBe(0);
        expect(input.height % 64).toBe(0);
        expect(Math.min(input.width, input.height)).toBeGreaterThanOrEqual(64);
      }),
    );
  });

  it('contains the entire image, centred to within a pixel', () => {
    fc.assert(
      fc.property(image, side, margin, (size, long, room) => {
        const { input, toImage } = letterbox(size, long, room);
        const middle = apply(toImage, { x: input.width / 2, y: input.height / 2 });
        const pixel = scaleOf(toImage) + 1e-9;
        expect(Math.abs(middle.x - size.width / 2)).toBeLessThanOrEqual(pixel);
        expect(Math.abs(middle.y - size.height / 2)).toBeLessThanOrEqual(pixel);
        const back = invert(toImage);
        for (const [x, y] of [
          [0, 0],
          [size.width, 0],
          [0, size.height],
          [size.width, size.height],
        ] as const) {
          const shown = apply(back, { x, y });
          expect(shown.x).toBeGreaterThan(-0.01);
          expect(shown.y).toBeGreaterThan(-0.01);
          expect(shown.x).toBeLessThan(input.width + 0.01);
          expect(shown.y).toBeLessThan(input.height + 0.01);
        }
      }),
    );
  });
});
