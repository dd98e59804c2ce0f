import { describe, expect, it } from 'vitest';
import { ScratchBuffer } from './scratch-buffer.js';
import { pixelsFrom } from './synthetic-pixels.test.fixture.js';
import { pyramidOf, warp, withWarped } from './pyramid.js';

const everyByte = (scratch: ScratchBuffer): Uint8Array => new Uint8Array(scratch.kernels.memory.buffer);
const white = pixelsFrom(300, 200, () => [255, 255, 255]);
const HALF = { a: 2, b: 0, tx: 0, ty: 0 };

describe('ScratchBuffer', () => {
  it('leaves no pixel behind when it is wiped: not of the photo, its levels, or a crop', () => {
    const scratch = new ScratchBuffer();
    warp(pyramidOf(white, scratch), HALF, { width: 150, height: 100 }, 0);
    expect(everyByte(scratch).some((byte) => byte !== 0)).toBe(true);
    scratch.wipe();
    expect(everyByte(scratch).every((byte) => byte === 0)).toBe(true);
  });

  it('holds a photo until the next one or until it is wiped', () => {
    const scratch = new ScratchBuffer();
    const first = scratch.load(white);
    expect(scratch.holds(first)).toBe(true);
    const second = scratch.load(white);
    expect([scratch.holds(first), scratch.holds(second)]).toEqual([false, true]);
    scratch.wipe();
    expect(scratch.holds(second)).toBe(false);
  });

  it('grows for a large photo and stays so for the small ones after it', () => {
    const scratch = new ScratchBuffer();
    scratch.load(pixelsFrom(1000, 700, () => [1, 2, 3]));
    const grown = everyByte(scratch).length;
    expect(grown).toBeGreaterThan(1000 * 700 * 3);
    for (let i = 0; i < 50; i++) pyramidOf(white, scratch).levelFor(8);
    expect(everyByte(scratch).length).toBe(grown);
  });

  it('gives crops that later ones do not touch', () => {
    const image = pyramidOf(pixelsFrom(20, 20, (x) => [x, 0, 0]));
    const first = warp(image, HALF, { width: 10, height: 10 }, 0);
    const kept = first.slice();
    warp(image, HALF, { width: 10, height: 10 }, 200);
    warp(image, { ...HALF, tx: 5 }, { width: 10, height: 10 }, 200);
    expect(first).toEqual(kept);
  });

  it('lends the same crop without a copy, and wipes it with the rest', async () => {
    const scratch = new ScratchBuffer();
    const image = pyramidOf(white, scratch);
    const copied = warp(image, HALF, { width: 150, height: 100 }, 0);
    const lent = await withWarped(image, [HALF], { width: 150, height: 100 }, 0, (planes) => {
      expect(planes).toEqual(copied);
      return Promise.resolve(planes);
    });
    scratch.wipe();
    expect(lent.buffer).toBe(scratch.kernels.memory.buffer);
    expect(lent.every((value) => value === 0)).toBe(true);
  });

  it('lends several crops one after the other, each as it would be alone', async () => {
    const image = pyramidOf(pixelsFrom(64, 64, (x, y) => [x, y, x + y]));
    const places = [0, 7.5, 31].map((tx) => ({ a: 1.5, b: 0.25, tx, ty: tx / 2 }));
    const size = { width: 18, height: 14 };
    const alone = places.flatMap((place) => [...warp(image, place, size, 9)]);
    await withWarped(image, places, size, 9, (planes) => {
      expect([...planes]).toEqual(alone);
      return Promise.resolve();
    });
  });

  it('reserves nothing while a crop is lent, since that could move it, and does again afterwards', async () => {
    const image = pyramidOf(white);
    const size = { width: 20, height: 20 };
    const failing = withWarped(image, [HALF], size, 0, async () => {
      await Promise.resolve();
      return warp(image, HALF, size, 0);
    });
    await expect(failing).rejects.toThrow('lent');
    expect(warp(image, HALF, size, 0)).toHaveLength(1200);
  });
});
