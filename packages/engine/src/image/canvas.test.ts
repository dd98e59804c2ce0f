import { describe, expect, it } from 'vitest';
import { Canvas } from './canvas.js';
import { pixelsFrom } from './made-pixels.test.fixture.js';
import { pyramidOf } from './pyramid.js';
import { warp } from './warp.js';

const everyByte = (canvas: Canvas): Uint8Array => new Uint8Array(canvas.kernels.memory.buffer);
const white = pixelsFrom(300, 200, () => [255, 255, 255]);
const HALF = { a: 2, b: 0, tx: 0, ty: 0 };

describe('Canvas', () => {
  it('leaves no pixel behind when it is wiped: not of the photo, its levels, or a crop', () => {
    const canvas = new Canvas();
    warp(pyramidOf(white, canvas), HALF, { width: 150, height: 100 }, 0);
    expect(everyByte(canvas).some((byte) => byte !== 0)).toBe(true);
    canvas.wipe();
    expect(everyByte(canvas).every((byte) => byte === 0)).toBe(true);
  });

  it('holds a photo until the next one or until it is wiped', () => {
    const canvas = new Canvas();
    const first = canvas.lay(white);
    expect(canvas.holds(first)).toBe(true);
    const second = canvas.lay(white);
    expect([canvas.holds(first), canvas.holds(second)]).toEqual([false, true]);
    canvas.wipe();
    expect(canvas.holds(second)).toBe(false);
  });

  it('grows for a large photo and stays so for the small ones after it', () => {
    const canvas = new Canvas();
    canvas.lay(pixelsFrom(1000, 700, () => [1, 2, 3]));
    const grown = everyByte(canvas).length;
    expect(grown).toBeGreaterThan(1000 * 700 * 3);
    for (let i = 0; i < 50; i++) pyramidOf(white, canvas).levelFor(8);
    expect(everyByte(canvas).length).toBe(grown);
  });

  it('gives crops that later ones do not touch', () => {
    const image = pyramidOf(pixelsFrom(20, 20, (x) => [x, 0, 0]));
    const first = warp(image, HALF, { width: 10, height: 10 }, 0);
    const kept = first.slice();
    warp(image, HALF, { width: 10, height: 10 }, 200);
    warp(image, { ...HALF, tx: 5 }, { width: 10, height: 10 }, 200);
    expect(first).toEqual(kept);
  });
});
