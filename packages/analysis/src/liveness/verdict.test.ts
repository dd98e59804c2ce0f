import { describe, expect, it } from 'vitest';
import { LIVENESS_ACTIONS, type LivenessAction } from './actions.js';
import { depthEvidence, foreshortening } from './flatness.js';
import { madeFace, madeTake, type Made } from './made-frames.test.fixture.js';
import { noveltyOf } from './novelty.js';
import { framesToCompare, framesToScore, isOnePerson } from './people.js';
import type { Skin } from './skin.js';
import {
  areTimesPlausible,
  bestFrame,
  faultOf,
  followSteps,
  hasRepeatedFrames,
  jumpsAbout,
  looksFlat,
  looksStill,
  type TimedFrame,
} from './verdict.js';

/** How each movement looks at its end. The person's left is the right of the image, where yaw is below 0. */
const END: Readonly<Record<LivenessAction, Made>> = {
  turn_left: { yaw: -35 },
  turn_right: { yaw: 35 },
  look_up: { pitch: 20 },
  look_down: { pitch: -18 },
  open_mouth: { mouth: 0.45 },
  smile: { smile: 0.7 },
  close_eyes: { eyes: 0.07 },
  come_closer: { size: 205 },
};
const STRAIGHT: Made = {};
const takeOf = (...actions: readonly LivenessAction[]): TimedFrame[] =>
  madeTake([STRAIGHT, ...actions.flatMap((action) => [END[action], STRAIGHT])]);
const doneIn = (actions: readonly LivenessAction[], take: readonly TimedFrame[]): boolean[] =>
  followSteps(actions, take).steps.map(({ done }) => done);

describe('the steps of a challenge', () => {
  it.each(LIVENESS_ACTIONS)('recognise %s, and take it for no other movement', (action) => {
    const take = takeOf(action);
    expect(followSteps([action], take)).toMatchObject({
      reason: null,
      steps: [{ action, done: true, frame: 1 }],
    });
    for (const other of LIVENESS_ACTIONS.filter((each) => each !== action))
      expect(doneIn([other], take), other).toEqual([false]);
  });

  it('must come in their order', () => {
    const take = takeOf('turn_left', 'open_mouth', 'look_up');
    expect(followSteps(['turn_left', 'open_mouth', 'look_up'], take).reason).toBeNull();
    expect(followSteps(['open_mouth', 'turn_left', 'look_up'], take).reason).not.toBeNull();
    expect(doneIn(['turn_left', 'look_up', 'open_mouth'], take)).toEqual([true, true, false]);
  });

  it('begin and end in the middle', () => {
    const noReturn = madeTake([STRAIGHT, { yaw: -35 }, { yaw: -20 }, { pitch: 20, yaw: -14 }]);
    expect(followSteps(['turn_left', 'look_up'], noReturn)).toMatchObject({
      reason: 'step_missing',
      steps: [{ done: true }, { done: false }],
    });
    expect(followSteps(['turn_left'], madeTake([{ yaw: 40 }, { yaw: -35 }])).reason).toBe(
      'not_facing_camera',
    );
  });

  it('must be those asked for: a recording of every movement does not pass', () => {
    const everything = takeOf('turn_right', 'turn_left', 'look_up', 'look_down');
    expect(followSteps(['turn_left', 'look_down'], everything).reason).toBe('wrong_movement');
  });

  it('must be made in time', () => {
    const slow = takeOf('turn_left').map((frame, n) => ({ ...frame, time: n * 16_000 }));
    expect(followSteps(['turn_left'], slow).reason).toBe('step_missing');
  });
});

describe('one take', () => {
  const [first, second] = madeTake([STRAIGHT, { x: 330 }]);
  const after = (made: Made | null, change: Partial<TimedFrame> = {}): ReturnType<typeof faultOf> => {
    const [frame] = madeTake([made]);
    if (frame === undefined) throw new Error('no frame');
    return faultOf({ ...frame, fingerprint: 'next', ...change }, first);
  };

  it('is accepted if the face moves, turns and grows a little', () => {
    expect(second && faultOf(second, first)).toBeNull();
    expect(after({ yaw: 20, size: 170, x: 350 })).toBeNull();
  });

  it.each([
    ['no face', null, {}, 'no_face'],
    ['a second face', STRAIGHT, { otherFaces: 1 }, 'several_faces'],
    ['a small face', { size: 50 }, {}, 'face_too_small'],
    ['the same pixels again', STRAIGHT, { fingerprint: '0' }, 'repeated_frames'],
    ['a face somewhere else', { x: 450 }, {}, 'cut'],
    ['a face of another size', { size: 260 }, {}, 'cut'],
    ['another pose at once', { yaw: 65 }, {}, 'cut'],
    ['another format', STRAIGHT, { imageSize: { width: 480, height: 640 } }, 'cut'],
  ] as const)('is not: %s', (_, made, change, reason) => {
    expect(after(made, change)).toBe(reason);
  });

  it('may show a still again between steps, but not again and again', () => {
    const take = takeOf('turn_left', 'turn_right').map((frame) =>
      frame.face?.pose.yaw === 0 ? { ...frame, fingerprint: 'same' } : frame,
    );
    expect(hasRepeatedFrames(take, 2)).toBe(false);
    expect(hasRepeatedFrames([...take, ...take], 2)).toBe(true);
  });

  it('does not turn to and fro more often than asked', () => {
    const actions = ['turn_left', 'turn_right'] as const;
    const smooth = takeOf(...actions);
    expect(jumpsAbout(followSteps(actions, smooth), smooth)).toBe(false);
    const yaws = [0, -30, 0, -30, 15, -30, 0, 30, -15, 30, 0, 30, -15, 15, -30, 30];
    const shuffled = madeTake(yaws.map((yaw) => ({ yaw })));
    expect(jumpsAbout(followSteps(actions, shuffled), shuffled)).toBe(true);
  });

  it('has times that rise as those of a camera do', () => {
    expect(areTimesPlausible([0, 500, 1000], 2, 500)).toBe(true);
    expect(areTimesPlausible([0, 200, 400], 2, 500)).toBe(false);
    expect(areTimesPlausible([0, 1000, 2000], 2, 500)).toBe(false);
    for (const times of [
      [0, 500, 400],
      [0, 500, 500],
      [0, 5000],
      [0, NaN],
    ])
      expect(areTimesPlausible(times, 1, Infinity)).toBe(false);
  });
});

describe('a flat picture', () => {
  const flatTurn = madeTake([{ flat: true }, { flat: true, yaw: 55, seenYaw: 20 }, { flat: true }]);

  it('is recognised when it is turned, although the mesh sees a turn', () => {
    const followed = followSteps(['turn_right'], flatTurn);
    expect(followed.reason).toBeNull();
    expect(looksFlat(followed, flatTurn)).toBe(true);
    const head = takeOf('turn_right');
    expect(looksFlat(followSteps(['turn_right'], head), head)).toBe(false);
  });

  it('is recognised even if the mesh believed the whole turn', () => {
    const take = madeTake([{ flat: true }, { flat: true, yaw: 35 }, { flat: true }]);
    expect(looksFlat(followSteps(['turn_right'], take), take)).toBe(true);
  });

  it('differs from a head in depth, and shows by how much it was turned', () => {
    const start = madeFace({ flat: true }).rigidPoints;
    const turned = madeFace({ flat: true, yaw: 40 }).rigidPoints;
    expect(depthEvidence(start, turned)).toBeLessThan(0.001);
    expect(foreshortening(start, turned)).toBeCloseTo(40, -1);
    expect(depthEvidence(madeFace().rigidPoints, madeFace({ yaw: 40 }).rigidPoints)).toBeGreaterThan(0.1);
  });
});

describe('a photo that a program moves', () => {
  it.each(['turn_left', 'turn_right', 'look_up', 'look_down'] as const)(
    'is recognised in %s, because its skin shows nothing new',
    (action) => {
      const still = madeTake([{ still: true }, { ...END[action], still: true }, { still: true }]);
      const followed = followSteps([action], still);
      expect(followed.reason).toBeNull();
      expect(looksFlat(followed, still)).toBe(false);
      expect(looksStill(followed, still)).toBe(true);
      const head = takeOf(action);
      expect(looksStill(followSteps([action], head), head)).toBe(false);
    },
  );

  it('shows nothing new if light was added, or the picture made brighter', () => {
    const { skin } = madeFace();
    const lit = (light: (n: number) => number): Skin => ({
      ...skin,
      light: skin.light.map((value, n) => value + light(n)),
    });
    const shaded = noveltyOf(
      skin,
      lit((n) => 60 * (skin.x[n] ?? 0) + 80 * (skin.y[n] ?? 0) ** 2),
      0,
    );
    expect(shaded.plain).toBeGreaterThan(0.05);
    expect(shaded.relit).toBeCloseTo(0, 4);
    expect(
      noveltyOf(
        skin,
        lit((n) => 20 + 0.5 * (skin.light[n] ?? 0)),
        1,
      ).plain,
    ).toBeCloseTo(0, 4);
    const turned = noveltyOf(skin, madeFace({ yaw: 35 }).skin, 1);
    expect(Math.min(turned.plain, turned.relit)).toBeGreaterThan(0.2);
  });

  it('is judged by the side that was turned to the camera', () => {
    const { skin } = madeFace();
    const leftChanged = {
      ...skin,
      light: skin.light.map((value, n) => ((skin.x[n] ?? 0) < -0.2 ? 0 : value)),
    };
    expect(noveltyOf(skin, leftChanged, 1).plain).toBeCloseTo(0, 4);
    expect(noveltyOf(skin, leftChanged, -1).plain).toBeGreaterThan(0.2);
  });
});

describe('one person', () => {
  const take = takeOf('turn_left', 'open_mouth', 'turn_right');
  const followed = followSteps(['turn_left', 'open_mouth', 'turn_right'], take);
  const distance = (a: Float32Array, b: Float32Array): number => Math.abs((a[0] ?? 0) - (b[0] ?? 0));

  it('is compared in each completed step and at both ends', () => {
    const best = bestFrame(take) ?? -1;
    const compared = framesToCompare(followed, take, best);
    expect(compared).toEqual(expect.arrayContaining([0, 1, 3, 5, take.length - 1]));
    expect(framesToCompare(followed, madeTake(Array.from({ length: 24 }, () => STRAIGHT)), 0)).toHaveLength(
      7,
    );
    expect(framesToScore(take, best)).toHaveLength(3);
  });

  it('is not two', () => {
    const vectors = (last: number): Map<number, Float32Array> =>
      new Map([[0, Float32Array.of(0)], [1, Float32Array.of(0.5)], [5, Float32Array.of(last)]]); // prettier-ignore
    expect(isOnePerson(vectors(0.52), take, 0, distance)).toBe(true);
    expect(isOnePerson(vectors(0.7), take, 0, distance)).toBe(false);
  });
});
