import { releaseModels, type Models } from '@facet/analysis/analysis/models.js';
import { startStageTimer } from '@facet/analysis/analysis/photo-call.js';
import { trackFaces, type TrackRequest, type TrackResult } from '@facet/analysis/analysis/track-faces.js';
import { pyramidOf } from '@facet/analysis/image/pyramid.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_DECODE_LIMITS } from './image/decode-limits.js';
import { decodePhoto } from './image/decode.js';
import { sample } from './image/sample-photos.test.fixture.js';
import { openModels } from './internals.js';

const NOTHING: TrackRequest = { known: [], nextId: 1, maxFaces: 4, search: true, expression: false };

let models: Models;
const runs = { detector: 0, landmarks: 0 };
beforeAll(async () => {
  const opened = await openModels();
  const counted = (name: 'detector' | 'landmarks'): Models['detector'] => ({
    ...opened[name],
    run: (input, shape) => {
      runs[name] += 1;
      return opened[name].run(input, shape);
    },
  });
  models = { ...opened, detector: counted('detector'), landmarks: counted('landmarks') };
});
afterAll(() => releaseModels(models));

/** The faces of a film's frame: a photo of three people, seen from a place that moves to the right. */
async function track(left: number, request: TrackRequest): Promise<TrackResult> {
  const frame = await sharp(sample(3))
    .resize(900)
    .extract({ left, top: 0, width: 640, height: 480 })
    .png()
    .toBuffer();
  const photo = await decodePhoto(frame, DEFAULT_DECODE_LIMITS);
  runs.detector = runs.landmarks = 0;
  return trackFaces(
    {
      models,
      photo,
      image: pyramidOf(photo.pixels),
      timer: startStageTimer(() => undefined),
      encodePng: () => new Uint8Array(),
      vectorModel: 'test',
    },
    request,
  );
}

/** What a tracking sends of a result. */
const after = ({ faces }: TrackResult, changes: Partial<TrackRequest> = {}): TrackRequest => ({
  ...NOTHING,
  known: faces.map(({ id, box, pose: { roll } }) => ({ id, box, roll })),
  nextId: 10,
  search: false,
  ...changes,
});
const ids = ({ faces }: TrackResult): number[] => faces.map(({ id }) => id);

it('follows faces by their landmarks alone, and searches when it must', async () => {
  const first = await track(200, NOTHING);
  expect(runs.detector).toBe(1);
  expect(ids(first)).toEqual([1, 2, 3]);

  const next = await track(204, after(first));
  expect(runs).toEqual({ detector: 0, landmarks: 3 });
  expect(ids(next)).toEqual([1, 2, 3]);
  for (const [n, { box, landmarks }] of next.faces.entries()) {
    expect(landmarks).toHaveLength(68);
    expect(box.x1 - (first.faces[n]?.box.x1 ?? NaN)).toBeCloseTo(-4, -0.8);
  }

  // A jump: the people are somewhere else, and found again.
  const jumped = await track(60, after(next));
  expect(runs.detector).toBe(1);
  expect(jumped.faces.length).toBeGreaterThan(1);
  for (const id of ids(jumped)) expect(id <= 3 || id >= 10).toBe(true);
  expect(new Set(ids(jumped)).size).toBe(jumped.faces.length);
});

it('gives no more faces than wanted, and no expression that was not', async () => {
  const one = await track(200, { ...NOTHING, maxFaces: 1, expression: true });
  expect(ids(one)).toEqual([1]);
  expect(one.faces[0]?.expression?.smile).toBeGreaterThanOrEqual(0);
  const same = await track(204, after(one, { maxFaces: 1, search: true }));
  expect(runs).toEqual({ detector: 0, landmarks: 1 });
  expect(same.faces[0]).not.toHaveProperty('expression');
});

it('does nothing without a face to follow or a search', async () => {
  expect((await track(200, { ...NOTHING, search: false })).faces).toEqual([]);
  expect(runs).toEqual({ detector: 0, landmarks: 0 });
});
