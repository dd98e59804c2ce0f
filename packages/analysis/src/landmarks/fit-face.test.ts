import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry/box.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { ExtraFits, fitFaceInBox } from './fit-face.js';

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

const image = pyramidOf({ width: 512, height: 512, data: new Uint8Array(512 * 512 * 3) });
const box: Box = { x1: 100, y1: 100, x2: 400, y2: 400 };

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
