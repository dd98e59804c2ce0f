import { describe, expect, it } from 'vitest';
import type { FaceSelection } from '../analysis.types.js';
import type { Photo } from '../image/pixels.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { analysePhoto } from './analyse-photo.js';
import { startStageTimer, type PhotoCall } from './photo-call.js';
import { extractVector, extractVectors, MAX_COMPARED } from './extract-vector.js';
import { countingLandmarks, eagerDetector, fakeModel } from './fake-models.test.fixture.js';
import { CALL_BUDGET, PAIR_BUDGET, WorkBudget } from './work-budget.js';

const SIDE = 1024;
/** A logit of a clear face, and one at which the landmark model cannot tell the rotation. */
const CLEAR = 20;
const UNCLEAR = 4;

/** What one run of each model takes on a slow core, in milliseconds, as measured; not what the budget says of it. */
const RUN_MS = {
  detector: { reduced: 13, full: 190 },
  landmarks: 24,
  embedder: 58,
  attributes: 10,
  ageGender: 9,
  spoof: 4,
  blendshapes: 3,
};

type Work = (call: PhotoCall) => Promise<unknown>;

const EVERYTHING = new Set(['quality', 'expression', 'vector']);
const DETECT: FaceSelection = { kind: 'detect' };
const BOXES: FaceSelection = {
  kind: 'boxes',
  boxes: Array.from({ length: 24 }, (_, n) => ({ x1: 40 * n, y1: 100, x2: 40 * n + 40, y2: 140 })),
};

const analyse =
  (faces: FaceSelection, extras: ReadonlySet<string>): Work =>
  (call) =>
    analysePhoto(call, faces, extras);
const vector =
  (...extras: string[]): Work =>
  (call) =>
    extractVector(call, DETECT, new Set(extras));
const vectors: Work = (call) => extractVectors(call, { ...DETECT, maxFaces: MAX_COMPARED });

/** What the models do for a picture in which every place seems to show a face, in milliseconds of a slow core. */
async function costOf(work: Work, limit: number, { presence = CLEAR, decodeMs = 40 } = {}): Promise<number> {
  let total = decodeMs;
  const counted = (model: Model, ms: number | ((shape: readonly number[]) => number)): Model => ({
    ...model,
    run: (input, shape) => {
      total += typeof ms === 'number' ? ms : ms(shape);
      return model.run(input, shape);
    },
  });
  const silent = fakeModel(() => ({}));
  const budget = new WorkBudget({ budget: limit });
  budget.spend(decodeMs);
  const photo: Photo = {
    pixels: { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3) },
    size: { width: SIDE, height: SIDE },
    scale: { x: 1, y: 1 },
    workMs: decodeMs,
  };
  await work({
    models: {
      detector: counted(eagerDetector, ([, , height = 0]) =>
        height < SIDE ? RUN_MS.detector.reduced : RUN_MS.detector.full,
      ),
      landmarks: counted(countingLandmarks(presence).model, RUN_MS.landmarks),
      blendshapes: counted(silent, RUN_MS.blendshapes),
      embedder: counted(silent, RUN_MS.embedder),
      attributes: counted(silent, RUN_MS.attributes),
      ageGender: counted(silent, RUN_MS.ageGender),
      spoof: counted(silent, RUN_MS.spoof),
    },
    photo,
    image: pyramidOf(photo.pixels),
    budget,
    encodePng: () => new Uint8Array(),
    vectorModel: 'test',
    timer: startStageTimer(() => undefined),
  });
  return total;
}

describe('a picture in which every place seems to show a face', () => {
  it.each([
    ['all faces', analyse(DETECT, new Set()), {}],
    ['all faces with everything', analyse(DETECT, EVERYTHING), {}],
    ['all faces with everything, in an expensive file', analyse(DETECT, EVERYTHING), { decodeMs: 1200 }],
    ['24 boxes with everything', analyse(BOXES, EVERYTHING), { presence: UNCLEAR }],
    ['24 boxes, in an expensive file', analyse(BOXES, EVERYTHING), { presence: UNCLEAR, decodeMs: 900 }],
    [
      'faces of a size that no face has',
      analyse({ ...DETECT, maxFaces: 1, minFaceSize: 90 }, EVERYTHING),
      {},
    ],
    ['the vectors of all faces', vectors, {}],
  ] as const)('costs no more than the budget of a call: %s', async (_, work, photo) => {
    expect(await costOf(work, CALL_BUDGET, photo)).toBeLessThanOrEqual(CALL_BUDGET);
    // The budget is what holds it there.
    expect(await costOf(work, Infinity, photo)).toBeGreaterThan(CALL_BUDGET);
  });

  it.each([
    ['the first face', vector(), {}],
    ['the first face, for enrolment', vector('enrolment'), {}],
    ['the first face, in the most expensive file that is accepted', vector(), { decodeMs: 550 }],
  ] as const)('costs no more than an image of a pair may: %s', async (_, work, photo) => {
    // A search may always fit eight candidates, and an expensive file leaves too little for them.
    expect(await costOf(work, PAIR_BUDGET, photo)).toBeLessThanOrEqual(PAIR_BUDGET + 8 * RUN_MS.landmarks);
  });
});

describe('a budget', () => {
  it('lets steps run that leave what later ones need', () => {
    const budget = new WorkBudget({ budget: 100 });
    expect(budget.take(60, 41)).toBe(false);
    expect(budget.take(60, 40)).toBe(true);
    expect(budget.take(41)).toBe(false);
    budget.refund(1);
    expect(budget.take(41)).toBe(true);
    expect(budget.spent).toBe(100);
  });

  it('lets a search fit a few candidates even if nothing is left', () => {
    const budget = new WorkBudget({ budget: 100 });
    budget.spend(500);
    const taken = Array.from({ length: 10 }, () => budget.takeCandidate(25, 0));
    expect(taken.lastIndexOf(true)).toBe(7);
    expect(taken.filter(Boolean)).toHaveLength(8);
  });

  it('bounds extra fits by their number and by what must be left', () => {
    const fits = (total: number): number => {
      const extra = new WorkBudget({ budget: total }).extraFits(3, 50);
      return [1, 2, 3, 4].filter(() => extra.take()).length;
    };
    expect([fits(1000), fits(100), fits(60)]).toEqual([3, 2, 0]);
  });
});
