import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry/box.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { ExtraFits, fitAll, fitDetectedFace, fitFaceInBox } from './fit-face.js';

const SIDE = 256;
const VERTICES = 478;

/** A landmark model that sees no clear face in any crop, and counts its runs. */
function doubtfulModel(): { model: Model; runs: () => number } {
  let runs = 0;
  const points = new Float32Array(VERTICES * 3);
  for (let i = 0; i < VERTICES; i++) {
    points[i * 3] = SIDE * (0.5 + 0.3 * Math.cos(i));
    points[i * 3 + 1] = SIDE * (0.5 + 0.3 * Math.sin(i));
  }
  const outputs: Readonly<Record<string, Float32Array>> = { points, presence: Float32Array.of(0) };
  const model: Model = {
    run: () => {
      runs += 1;
      return Promise.resolve({
        values: (name) => outputs[name] ?? new Float32Array(),
        shape: () => [],
      });
    },
    release: () => Promise.resolve(),
  };
  return { model, runs: () => runs };
}

/** A landmark model whose points and presence are the brightness in the middle of each crop; it records its runs. */
function brightnessModel(): { model: Model; crops: number[] } {
  const crops: number[] = [];
  const model: Model = {
    run: (planes, [count = 0, , height = 0, width = 0]) => {
      crops.push(count);
      const size = 3 * height * width;
      const brightness = Array.from(
        { length: count },
        (_, n) => planes[n * size + (height * width) / 2] ?? NaN,
      );
      const outputs: Readonly<Record<string, Float32Array>> = {
        points: Float32Array.from(
          { length: count * VERTICES * 3 },
          (_, i) => brightness[Math.floor(i / VERTICES / 3)] ?? NaN,
        ),
        presence: Float32Array.from(brightness),
      };
      return Promise.resolve({ values: (name) => outputs[name] ?? new Float32Array(), shape: () => [] });
    },
    release: () => Promise.resolve(),
  };
  return { model, crops };
}

const image = pyramidOf({ width: 512, height: 512, data: new Uint8Array(512 * 512 * 3) });
const box: Box = { x1: 100, y1: 100, x2: 400, y2: 400 };

describe('the first fits of several faces', () => {
  const shades = pyramidOf({
    width: 512,
    height: 512,
    data: Uint8Array.from({ length: 512 * 512 * 3 }, (_, i) => Math.floor(i / 3 / 512 / 2)),
  });
  const faces = [60, 200, 400].map((y) => ({ box: { x1: 200, y1: y, x2: 250, y2: y + 50 }, angle: 0 }));

  it('are made in one run, and each is what it would be alone', async () => {
    const { model, crops } = brightnessModel();
    const together = await fitAll(model, shades, faces);
    expect(crops).toEqual([3]);
    for (const [n, face] of faces.entries())
      expect(await fitAll(model, shades, [face])).toEqual([together[n]]);
    expect(new Set(together.map(({ presence }) => presence)).size).toBe(3);
  });

  it('are not made again', async () => {
    const { model, crops } = brightnessModel();
    for (const [n, mesh] of (await fitAll(model, shades, faces)).entries()) {
      const face = faces[n];
      if (face !== undefined)
        expect(await fitDetectedFace(model, shades, face, new ExtraFits(0), mesh)).toBe(mesh);
    }
    expect(crops).toEqual([3]);
  });
});

describe('additional fits', () => {
  it('are made for one doubtful box', async () => {
    const { model, runs } = doubtfulModel();
    await fitFaceInBox(model, image, box, new ExtraFits(12));
    expect(runs()).toBeGreaterThan(2);
  });

  it('are bounded for a call with many doubtful boxes', async () => {
    const { model, runs } = doubtfulModel();
    const extra = new ExtraFits(12);
    const boxes = 24;
    for (let n = 0; n < boxes; n++) await fitFaceInBox(model, image, box, extra);
    // One fit and one on the rectangle for each box.
    expect(runs()).toBeLessThanOrEqual(2 * boxes + 12);
  });
});
