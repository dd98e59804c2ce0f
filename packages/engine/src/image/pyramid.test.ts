import { describe, expect, it } from 'vitest';
import { pixelsFrom } from './made-pixels.test.fixture.js';
import { pyramidOf } from './pyramid.js';

describe('pyramidOf', () => {
  const base = pixelsFrom(5, 4, (x, y) => [x * 10 + y, 255, x % 2 === 0 ? 0 : 255]);
  const pyramid = pyramidOf(base);

  it('gives the image itself while it has no more than two pixels a sample', () => {
    for (const pixelsPerSample of [0.1, 1, 1.99]) {
      expect(pyramid.levelFor(pixelsPerSample)).toEqual({ pixels: base, shrink: 1 });
    }
  });

  it('halves by averaging each 2×2 pixels, and leaves out an odd last column', () => {
    const { pixels, shrink } = pyramid.levelFor(2);
    expect(shrink).toBe(2);
    expect([pixels.width, pixels.height]).toEqual([2, 2]);
    // Means of (0, 10, 1, 11), (20, 30, 21, 31), (2, 12, 3, 13), (22, 32, 23, 33), rounded.
    expect([0, 3, 6, 9].map((i) => pixels.data[i])).toEqual([6, 26, 8, 28]);
    expect([1, 4, 7, 10].map((i) => pixels.data[i])).toEqual([255, 255, 255, 255]);
    expect([2, 5, 8, 11].map((i) => pixels.data[i])).toEqual([128, 128, 128, 128]);
  });

  it('stays at the smallest level that can be made', () => {
    const { pixels, shrink } = pyramid.levelFor(1000);
    expect([pixels.width, pixels.height, shrink]).toEqual([1, 1, 4]);
  });

  it('has one level only for an image one pixel high', () => {
    const line = pixelsFrom(100, 1, () => [1, 2, 3]);
    expect(pyramidOf(line).levelFor(64)).toEqual({ pixels: line, shrink: 1 });
  });

  it('makes each level once, whatever is asked for first', () => {
    const own = pyramidOf(pixelsFrom(64, 64, (x, y) => [x, y, 0]));
    const far = own.levelFor(8);
    const near = own.levelFor(2);
    expect([far.shrink, near.shrink]).toEqual([8, 2]);
    expect(own.levelFor(8).pixels).toBe(far.pixels);
    expect(own.levelFor(3.9).pixels).toBe(near.pixels);
  });

  it('leaves a flat image flat on every level', () => {
    const flat = pyramidOf(pixelsFrom(32, 32, () => [13, 57, 201]));
    const { pixels } = flat.levelFor(16);
    expect([...pixels.data]).toEqual([13, 57, 201, 13, 57, 201, 13, 57, 201, 13, 57, 201]);
  });
});
