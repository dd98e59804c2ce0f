import { describe, expect, it } from 'vitest';
import { STRIDES } from '../detection/read-map.js';
import { pyramidOf } from '../image/pyramid.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import type { Net } from '../runtime/net.js';
import { startClock } from './clock.js';
import { findFaces, MAX_FACES, MAX_FITS_WITHOUT_FIRST, type FoundFace } from './find-faces.js';

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

/** A logit at which the landmark net decides. */
const UNSURE = 1.2;

/** Sees a small face in every cell of the finest map, side by side. */
const eagerDetector = madeNet(([, , height = 0, width = 0]) =>
  Object.fromEntries(
    STRIDES.map((stride) => {
      const [rows, columns] = [height / stride, width / stride];
      const cells = rows * columns;
      const values = new Float32Array(15 * cells);
      values.fill(stride === 8 ? UNSURE : -9, 0, cells);
      // A face nearly as large as a cell, its right eye to the right of the left one.
      values.fill(Math.log(0.45), 3 * cells, 5 * cells);
      values.fill(0.2, 7 * cells, 8 * cells);
      return [`stride_${stride}`, { shape: [1, 15, rows, columns], values }];
    }),
  ),
);

/** Finds a face in the middle of each crop, believes in it so much (but not in the first ones), and counts the crops. */
function countingLandmarks(presence: number, doubted = 0): { net: Net; runs: () => number } {
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
      presence: { shape: [1], values: Float32Array.of(runs <= doubted ? -20 : presence) },
    };
  });
  return { net, runs: () => runs };
}

const search = (landmarks: Net, onlyFirst = false): Promise<FoundFace[]> => {
  const unused = madeNet(() => ({}));
  const nets = {
    detector: eagerDetector,
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
    extra: new ExtraFits(0),
  });
};

describe('the search in a picture that seems full of faces', () => {
  it.each([
    ['all faces', false, MAX_FACES],
    ['the first face', true, MAX_FITS_WITHOUT_FIRST],
  ])('fits no more candidates than it may for %s', async (_, onlyFirst, most) => {
    const { net, runs } = countingLandmarks(-20);
    expect(await search(net, onlyFirst)).toEqual([]);
    expect(runs()).toBe(most);
  });

  it('gives no more faces than it may, the most prominent ones', async () => {
    const faces = await search(countingLandmarks(20).net);
    expect(faces).toHaveLength(MAX_FACES);
    const ranks = faces.slice(1).map(({ prominence }) => prominence);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  it('finds the same first face, whether it looks for one or for all', async () => {
    const { net, runs } = countingLandmarks(20);
    const first = await search(net, true);
    expect(runs()).toBeLessThanOrEqual(MAX_FITS_WITHOUT_FIRST);
    expect(first).toEqual((await search(countingLandmarks(20).net)).slice(0, 1));
  });

  it('finds a first face although many candidates before it are none', async () => {
    const doubted = MAX_FITS_WITHOUT_FIRST - 1;
    const [first] = await search(countingLandmarks(20, doubted).net, true);
    expect(first).toBeDefined();
    expect(await search(countingLandmarks(20, doubted).net)).toContainEqual(first);
  });

  it('loses no face of a picture in which no candidate for the first one is a face', async () => {
    const faces = await search(countingLandmarks(20, MAX_FITS_WITHOUT_FIRST).net);
    expect(faces).toHaveLength(MAX_FACES - MAX_FITS_WITHOUT_FIRST);
    expect(await search(countingLandmarks(20, MAX_FITS_WITHOUT_FIRST).net, true)).toEqual([]);
  });
});
