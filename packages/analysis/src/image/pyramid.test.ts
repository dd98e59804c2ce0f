import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelsFrom } from './synthetic-pixels.test.fixture.js';
import { ScratchBuffer } from './scratch-buffer.js';
import type { Pixels } from './pixels.js';
import { plainHalf } from './plain-image-operations.test.fixture.js';
import { pyramidOf, type Pyramid } from './pyramid.js';

const levelOf = (pyramid: Pyramid, pixelsPerSample: number): Pixels & { readonly shrink: number } => {
  const { level, shrink } = pyramid.levelFor(pixelsPerSample);
  const pixels = pyramid.scratch.pixels(level);
  return { ...pixels, data: pixels.data.slice(), shrink };
};

describe('pyramidOf', () => {
  const base = pixelsFrom(5, 4, (x, y) => [x * 10 + y, 255, x % 2 === 0 ? 0 : 255]);
  const pyramid = pyramidOf(base);

  it('gives the image itself while it has no more than two pixels a sample', () => {
    for (const pixelsPerSample of [0.1, 1, 1.99]) {
      expect(levelOf(pyramid, pixelsPerSample)).toEqual({ ...base, shrink: 1 });
    }
  });

  it('halves by averaging each 2×2 pixels, and leaves out an odd last column', () => {
    const { width, height, data, shrink } = levelOf(pyramid, 2);
    expect([width, height, shrink]).toEqual([2, 2, 2]);
    // Means of (0, 10, 1, 11), (20, 30, 21, 31), (2, 12, 3, 13), (22, 32, 23, 33), rounded.
    expect([0, 3, 6, 9].map((i) => data[i])).toEqual([6, 26, 8, 28]);
    expect([1, 4, 7, 10].map((i) => data[i])).toEqual([255, 255, 255, 255]);
    expect([2, 5, 8, 11].map((i) => data[i])).toEqual([128, 128, 128, 128]);
  });

  it('stays at the smallest level that can be made', () => {
    const { width, height, shrink } = levelOf(pyramid, 1000);
    expect([width, height, shrink]).toEqual([1, 1, 4]);
  });

  it('has one level only for an image one pixel high', () => {
    const line = pixelsFrom(100, 1, () => [1, 2, 3]);
    expect(levelOf(pyramidOf(line), 64)).toEqual({ ...line, shrink: 1 });
  });

  it('makes each level once, whichever is requested first', () => {
    const own = pyramidOf(pixelsFrom(64, 64, (x, y) => [x, y, 0]));
    const far = own.levelFor(8);
    const near = own.levelFor(2);
    expect([far.shrink, near.shrink]).toEqual([8, 2]);
    expect(own.levelFor(8).level).toBe(far.level);
    expect(own.levelFor(3.9).level).toBe(near.level);
  });

  it('leaves a flat image flat on every level', () => {
    const flat = pyramidOf(pixelsFrom(32, 32, () => [13, 57, 201]));
    expect([...levelOf(flat, 16).data]).toEqual([13, 57, 201, 13, 57, 201, 13, 57, 201, 13, 57, 201]);
  });

  it('has on each level exactly what plain code computes, at any size', () => {
    const side = fc.integer({ min: 2, max: 40 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (width, height, values) => {
          const next = (): number => Number(values.next().value);
          const image = pixelsFrom(width, height, () => [next(), next(), next()]);
          const made = pyramidOf(image);
          let expected: Pixels = image;
          for (let shrink = 2; expected.width >= 2 && expected.height >= 2; shrink *= 2) {
            expected = plainHalf(expected);
            expect(levelOf(made, shrink)).toEqual({ ...expected, shrink });
          }
        },
      ),
    );
  });

  it('uses a scratch buffer again: small after large, with nothing of the large one left', () => {
    const scratch = new ScratchBuffer();
    const large = pyramidOf(
      pixelsFrom(90, 70, () => [255, 255, 255]),
      scratch,
    );
    large.levelFor(8);
    const small = pixelsFrom(21, 17, (x, y) => [x, y, 0]);
    expect(levelOf(pyramidOf(small, scratch), 2)).toEqual({ ...plainHalf(small), shrink: 2 });
  });

  it('does not read an image whose scratch buffer holds another by now', () => {
    const scratch = new ScratchBuffer();
    const first = pyramidOf(base, scratch);
    pyramidOf(base, scratch);
    expect(() => first.levelFor(1)).toThrow('another image');
  });
});
