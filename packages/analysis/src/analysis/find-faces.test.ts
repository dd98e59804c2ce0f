import { describe, expect, it } from 'vitest';
import { pyramidOf } from '../image/pyramid.js';
import { ExtraFits } from '../landmarks/fit-face.js';
import type { Model } from '../model.js';
import { startStageTimer } from './photo-call.js';
import { MAX_FACES } from './call-limits.js';
import { findFaces, MAX_FITS_WITHOUT_FIRST, type FoundFace } from './find-faces.js';
import {
  countingLandmarks,
  eagerDetector,
  fakeModel,
  firstPassDetector,
} from './fake-models.test.fixture.js';

const SIDE = 1024;
const search = (landmarks: Model, onlyFirst = false, detector = eagerDetector): Promise<FoundFace[]> => {
  const unused = fakeModel(() => ({}));
  const models = {
    detector,
    landmarks,
    blendshapes: unused,
    embedder: unused,
    attributes: unused,
    ageGender: unused,
    spoof: unused,
  };
  const image = pyramidOf({ width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3) });
  return findFaces(models, image, {
    onlyFirst,
    timer: startStageTimer(() => undefined),
    extra: new ExtraFits(0),
  });
};

describe('the search in a picture that seems full of faces', () => {
  it.each([
    ['all faces', false, MAX_FACES],
    ['the first face', true, MAX_FITS_WITHOUT_FIRST],
  ])('fits no more candidates than it may for %s', async (_, onlyFirst, most) => {
    const { model, runs } = countingLandmarks(-20);
    expect(await search(model, onlyFirst)).toEqual([]);
    expect(runs()).toBe(most);
  });

  it('gives no more faces than it may, the most prominent ones', async () => {
    const faces = await search(countingLandmarks(20).model);
    expect(faces).toHaveLength(MAX_FACES);
    const ranks = faces.slice(1).map(({ prominence }) => prominence);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  });

  it('finds the same first face, whether it looks for one or for all', async () => {
    const { model, runs } = countingLandmarks(20);
    const first = await search(model, true);
    expect(runs()).toBeLessThanOrEqual(MAX_FITS_WITHOUT_FIRST);
    expect(first).toEqual((await search(countingLandmarks(20).model)).slice(0, 1));
  });

  it('finds a first face although many candidates before it are none', async () => {
    const doubted = MAX_FITS_WITHOUT_FIRST - 1;
    const [first] = await search(countingLandmarks(20, doubted).model, true);
    expect(first).toBeDefined();
    expect(await search(countingLandmarks(20, doubted).model)).toContainEqual(first);
  });

  it('loses no face of a picture in which no candidate for the first one is a face', async () => {
    const faces = await search(countingLandmarks(20, MAX_FITS_WITHOUT_FIRST).model);
    expect(faces).toHaveLength(MAX_FACES - MAX_FITS_WITHOUT_FIRST);
    expect(await search(countingLandmarks(20, MAX_FITS_WITHOUT_FIRST).model, true)).toEqual([]);
  });
});

describe('the search for the first face', () => {
  const face = { x: 480, y: 480, side: 140, score: 0.9 };
  const doubt = { x: 736, y: 608, side: 130, score: 0.17 };

  it.each([
    ['ends after the first pass if that saw nothing else', [face], 1],
    ['goes on if something else may be a face nearly as prominent', [face, doubt], 2],
    ['does not go on for something that is far less prominent', [face, { ...doubt, side: 50 }], 1],
    [
      'does not go on for another response to the same face',
      [
        { ...face, side: 300 },
        { ...doubt, x: 480, side: 260 },
      ],
      1,
    ],
    ['goes on if a face is so small that the first pass may have missed others', [{ ...face, side: 105 }], 2],
  ])('%s', async (_, squares, most) => {
    const detector = firstPassDetector(squares);
    const [first] = await search(countingLandmarks(20).model, true, detector.model);
    expect(first).toBeDefined();
    expect(detector.passes()).toBe(most);
  });

  it('fits candidates of about the same prominence in one run, and finds what the search for all finds first', async () => {
    const squares = [
      { ...face, side: 110 },
      { ...face, side: 110, x: 608, score: 0.8 },
      { ...face, side: 110, y: 608, score: 0.7 },
    ];
    const landmarks = countingLandmarks(20);
    const crops: number[] = [];
    const counted: Model = {
      ...landmarks.model,
      run: (planes, shape) => {
        crops.push(shape[0] ?? 0);
        return landmarks.model.run(planes, shape);
      },
    };
    const found = await search(counted, true, firstPassDetector(squares).model);
    expect(crops).toEqual([3]);
    const all = await search(countingLandmarks(20).model, false, firstPassDetector(squares).model);
    expect(all).toHaveLength(3);
    expect(found).toEqual(all.slice(0, 1));
  });
});
