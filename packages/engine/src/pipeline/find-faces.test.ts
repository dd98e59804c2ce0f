import { describe, expect, it } from 'vitest';
import { pyramidOf } from '../image/pyramid.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import type { Net } from '../runtime/net.js';
import { startClock } from './clock.js';
import { findFaces, MAX_FACES, MAX_FITS } from './find-faces.js';
import type { Sighting } from './sighting.js';

const SIDE = 1024;
const VERTICES = 478;
const CROP_SIDE = 256;

type Answer = Readonly<Record<string, { readonly shape: readonly number[]; readonly values: Float32Array }>>;

/** A net that says what it is told to; no photo brings the real ones to the worst that the search allows them. */
const madeNet = (answer: (shape: readonly number[]) => Answer): Net => ({
  run: (_, shape) => {
    const said = answer(shape);
    return Promise.resolve({
      values: (name) => said[name]?.values ?? new Float32Array(),
      shape: (name) => said[name]?.shape ?? [],
    });
  },
  release: () => Promise.resolve(),
});

/** Sees a small face in every third cell of every view, side by side. */
const eagerDetector = madeNet(([, , height = 0, width = 0]) => {
  const [rows, columns] = [height / 4, width / 4];
  const scores = new Float32Array(rows * columns).fill(-9);
  const regressors = new Float32Array(16 * scores.length);
  for (let row = 1; row < rows; row += 3)
    for (let column = 1; column < columns; column += 3) scores[row * columns + column] = 3;
  // Width and height, and the right eye to the right of the left one.
  for (const plane of [2, 3, 6]) regressors.fill(8, plane * scores.length, (plane + 1) * scores.length);
  return {
    scores: { shape: [1, 1, rows, columns], values: scores },
    regressors: { shape: [1, 16, rows, columns], values: regressors },
  };
});

const silentWitness = madeNet(() => ({}));

/** Finds a face in the middle of each crop, believes in it so much, and counts the crops. */
function countingLandmarks(presence: number): { net: Net; runs: () => number } {
  let runs = 0;
  const points = new Float32Array(VERTICES * 3);
  for (let i = 0; i < VERTICES; i++) {
    points[i * 3] = CROP_SIDE * (0.5 + 0.3 * Math.cos(i));
    points[i * 3 + 1] = CROP_SIDE * (0.5 + 0.3 * Math.sin(i));
  }
  const net = madeNet(() => {
    runs += 1;
    return {
      points: { shape: [1, points.length], values: points },
      presence: { shape: [1], values: Float32Array.of(presence) },
    };
  });
  return { net, runs: () => runs };
}

const search = (landmarks: Net, onlyFirst = false): Promise<Sighting[]> => {
  const unused = madeNet(() => ({}));
  const nets = {
    detector: eagerDetector,
    witness: silentWitness,
    landmarks,
    blendshapes: unused,
    embedder: unused,
    attributes: unused,
    ageGender: unused,
  };
  const image = pyramidOf({ width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3) });
  return findFaces(nets, image, {
    onlyFirst,
    clock: startClock(() => undefined),
    extra: new ExtraFits(),
  });
};

describe('the search in a picture that seems full of faces', () => {
  it.each([false, true])('fits no more candidates than it may (only the first: %s)', async (onlyFirst) => {
    const { net, runs } = countingLandmarks(-20);
    expect(await search(net, onlyFirst)).toEqual([]);
    expect(runs()).toBe(MAX_FITS);
  });

  it('gives no more faces than it may, the most prominent ones', async () => {
    const faces = await search(countingLandmarks(20).net);
    expect(faces).toHaveLength(MAX_FACES);
    const ranks = faces.map(({ prominence }) => prominence);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    const [first] = await search(countingLandmarks(20).net, true);
    expect(first?.box).toEqual(faces[0]?.box);
  });
});
