import { describe, expect, it } from 'vitest';
import { FACE_EXTRAS, type Analysis, type FaceSelection } from '../analysis.types.js';
import type { Photo } from '../image/pixels.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { analysePhoto } from './analyse-photo.js';
import {
  callsFor,
  DECODE_MS,
  HALF_DECODE_MS,
  MAX_BOXES,
  MAX_COMPARED,
  MAX_FACES,
  MAX_SPOOF_SCORES,
  MAX_VECTORS,
  QUARTER_DECODE_MS,
} from './call-limits.js';
import { extractVector, extractVectors } from './extract-vector.js';
import { countingLandmarks, eagerDetector, fakeModel } from './fake-models.test.fixture.js';
import { startStageTimer, type PhotoCall } from './photo-call.js';
import { redactRegions } from './redact-regions.js';

const SIDE = 1024;
/** A logit of a clear face, and one at which the landmark model cannot tell the rotation. */
const CLEAR = 20;
const UNCLEAR = 4;

/** What one run of each model takes on a slow core, in milliseconds, with what prepares its input. */
const RUN_MS = {
  /** For each pixel that it sees. */
  detector: 174 / SIDE ** 2,
  landmarks: 12.5,
  embedder: 60,
  attributes: 10.5,
  ageGender: 10,
  spoof: 8,
  /** With the quality and the aligned crop, which need no model. */
  blendshapes: 8,
};
/** Receiving a call and responding to it. */
const AROUND_MS = 150;
const MOST_MS = 3000;

const EVERYTHING: ReadonlySet<string> = new Set(FACE_EXTRAS);
const NO_VECTOR: ReadonlySet<string> = new Set(FACE_EXTRAS.filter((name) => name !== 'vector'));
const DETECT: FaceSelection = { kind: 'detect' };
const BOXES: FaceSelection = {
  kind: 'boxes',
  boxes: Array.from({ length: MAX_BOXES }, (_, n) => ({ x1: 40 * n, y1: 100, x2: 40 * n + 40, y2: 140 })),
};

/** Works on a picture in which every place seems to show a face; `ms` is what its models cost. */
async function onCrowd<Result>(
  work: (call: PhotoCall) => Promise<Result>,
  presence = CLEAR,
): Promise<{ readonly result: Result; readonly ms: number }> {
  let ms = 0;
  const counted = (model: Model, cost: number | ((shape: readonly number[]) => number)): Model => ({
    ...model,
    run: (input, shape) => {
      // Several faces in one run cost less than one after the other; this counts them in full.
      ms += typeof cost === 'number' ? cost * (shape[0] ?? 1) : cost(shape);
      return model.run(input, shape);
    },
  });
  const silent = fakeModel(() => ({}));
  const photo: Photo = {
    pixels: { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3) },
    size: { width: SIDE, height: SIDE },
    scale: { x: 1, y: 1 },
  };
  const result = await work({
    models: {
      detector: counted(eagerDetector, ([, , height = 0, width = 0]) => RUN_MS.detector * height * width),
      landmarks: counted(countingLandmarks(presence).model, RUN_MS.landmarks),
      blendshapes: counted(silent, RUN_MS.blendshapes),
      embedder: counted(silent, RUN_MS.embedder),
      attributes: counted(silent, RUN_MS.attributes),
      ageGender: counted(silent, RUN_MS.ageGender),
      spoof: counted(silent, RUN_MS.spoof),
    },
    photo,
    image: pyramidOf(photo.pixels),
    encodePng: () => new Uint8Array(),
    vectorModel: 'test',
    timer: startStageTimer(() => undefined),
  });
  return { result, ms };
}

const analyse =
  (faces: FaceSelection, extras: ReadonlySet<string>) =>
  (call: PhotoCall): Promise<Analysis> =>
    analysePhoto(call, faces, extras);

const compared = (call: PhotoCall): ReturnType<typeof extractVectors> =>
  extractVectors(call, { ...DETECT, maxFaces: MAX_COMPARED }, new Set(['quality']));

/** The first face; for enrolment, the search counts the others. */
const first =
  (...extras: string[]) =>
  (call: PhotoCall): Promise<unknown> =>
    extractVector(call, DETECT, new Set(extras));

describe('a picture in which every place seems to show a face', () => {
  it('gives as many faces, vectors and spoof scores as every other photo', async () => {
    const { result } = await onCrowd(analyse(DETECT, EVERYTHING));
    const has = (name: 'vector' | 'spoofScore'): boolean[] =>
      result.faces.map((face) => face[name] !== undefined);
    const theFirst = (count: number): boolean[] => result.faces.map((_, n) => n < count);
    expect(result.faces.length).toBeGreaterThan(MAX_BOXES);
    expect(result.faces.length).toBeLessThanOrEqual(MAX_FACES);
    expect(has('vector')).toEqual(theFirst(MAX_VECTORS));
    expect(has('spoofScore')).toEqual(theFirst(MAX_SPOOF_SCORES));
    expect(result.faces.every(({ quality, expression }) => quality && expression)).toBe(true);
    expect((await onCrowd(compared)).result.faces).toHaveLength(MAX_COMPARED);
    expect((await onCrowd(analyse(BOXES, EVERYTHING))).result.faces).toHaveLength(MAX_BOXES);
  });

  it.each([
    ['all faces', analyse(DETECT, NO_VECTOR), DECODE_MS],
    ['all faces with vectors', analyse(DETECT, EVERYTHING), HALF_DECODE_MS],
    [
      'faces of a size that no face has',
      analyse({ ...DETECT, maxFaces: 1, minFaceSize: 90 }, NO_VECTOR),
      DECODE_MS,
    ],
    ['boxes', analyse(BOXES, NO_VECTOR), DECODE_MS],
    ['boxes with vectors', analyse(BOXES, EVERYTHING), HALF_DECODE_MS],
    ['the first face', first(), DECODE_MS],
    ['the first face, for enrolment', first('enrolment'), DECODE_MS],
    ['a search for all its faces', compared, HALF_DECODE_MS],
    [
      'all faces made unrecognisable',
      (call: PhotoCall) => redactRegions(call, DETECT, 'outline'),
      HALF_DECODE_MS + DECODE_MS,
    ],
  ])('costs no more than a call may: %s', async (_, work, decodeMs) => {
    for (const presence of [CLEAR, UNCLEAR]) {
      const { ms } = await onCrowd<unknown>(work, presence);
      expect(ms + decodeMs + AROUND_MS).toBeLessThanOrEqual(MOST_MS);
    }
  });

  it('costs less than the calls that a vector of every face counts as', async () => {
    const all = (call: PhotoCall): Promise<Analysis> => analysePhoto(call, DETECT, EVERYTHING, MAX_FACES);
    const { result, ms } = await onCrowd(all);
    expect(result.faces.every(({ vector }) => vector !== undefined)).toBe(true);
    expect(ms + HALF_DECODE_MS + AROUND_MS).toBeLessThanOrEqual((MOST_MS * callsFor(MAX_FACES)) / 2);
  });

  it.each([
    ['the first face', first(), HALF_DECODE_MS],
    ['all its faces', compared, QUARTER_DECODE_MS],
  ])('costs no more than a call may, beside another one: %s', async (_, work, decodeMs) => {
    const { ms } = await onCrowd<unknown>(first());
    const { ms: other } = await onCrowd<unknown>(work);
    expect(ms + other + 2 * decodeMs + AROUND_MS).toBeLessThanOrEqual(MOST_MS);
  });
});
