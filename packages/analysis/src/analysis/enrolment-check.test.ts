import { expect, it } from 'vitest';
import type { FaceVector } from '../analysis.types.js';
import { ENROLMENT_RULES, failedRules, ruleText } from './enrolment-check.js';
import { BLENDSHAPES } from '../landmarks/expression.js';

const GOOD = {
  imageSize: { width: 600, height: 800 },
  face: {
    box: { x1: 0, y1: 0, x2: 1, y2: 1 },
    landmarks: [],
    pose: { yaw: 2, pitch: -4, roll: 1 },
    confidence: 1,
  },
  vector: new Float32Array(128),
  model: 'm',
  quality: {
    size: { width: 200, height: 260 },
    illumination: 130,
    yaw: 2,
    evenness: 0.9,
    sharpness: 0.6,
    score: 1,
  },
  expression: {
    smile: 0,
    mouthOpening: 0.01,
    leftEyeOpening: 0.3,
    rightEyeOpening: 0.32,
    blendshapes: Object.fromEntries(BLENDSHAPES.map((name) => [name, 0])) as never,
  },
  faceCount: 1,
  timings: {},
} satisfies FaceVector;

const rulesOf = (result: FaceVector, side = 200): string[] =>
  failedRules(result, side).map(({ rule }) => rule);

it('passes a good portrait', () => {
  expect(rulesOf(GOOD)).toEqual([]);
});

it.each([
  ['one_face', { faceCount: 2 }],
  ['illumination', { quality: { ...GOOD.quality, illumination: 69.9 } }],
  ['evenness', { quality: { ...GOOD.quality, evenness: 0.4 } }],
  ['sharpness', { quality: { ...GOOD.quality, sharpness: 0.2 } }],
  ['yaw', { face: { ...GOOD.face, pose: { yaw: -16, pitch: 0, roll: 0 } } }],
  ['pitch', { face: { ...GOOD.face, pose: { yaw: 0, pitch: -24, roll: 0 } } }],
  ['roll', { face: { ...GOOD.face, pose: { yaw: 0, pitch: 0, roll: -19 } } }],
  ['eyes_open', { expression: { ...GOOD.expression, rightEyeOpening: 0.05 } }],
  ['mouth_closed', { expression: { ...GOOD.expression, mouthOpening: 0.3 } }],
])('names %s alone where that alone is wrong', (rule, change) => {
  expect(rulesOf({ ...GOOD, ...change })).toEqual([rule]);
});

it('names the size of a small face', () => {
  expect(rulesOf(GOOD, 89)).toEqual(['size']);
});

it('names every rule that fails, in order, with value, limit and advice', () => {
  const failed = failedRules({ ...GOOD, faceCount: 3, quality: { ...GOOD.quality, sharpness: 0.12345 } }, 40);
  expect(failed.map(({ rule }) => rule)).toEqual(['one_face', 'size', 'sharpness']);
  expect(failed[2]).toEqual({
    rule: 'sharpness',
    value: 0.12,
    bound: 'least',
    threshold: 0.35,
    advice: expect.stringContaining('camera') as unknown,
  });
  expect(failed.map(ruleText)).toEqual([
    'one_face 3 (at most 1)',
    'size 40 (at least 90)',
    'sharpness 0.12 (at least 0.35)',
  ]);
});

it('never fails a value that rounds to its limit', () => {
  expect(
    rulesOf({ ...GOOD, face: { ...GOOD.face, pose: { yaw: 15.0004, pitch: 20.0003, roll: 0 } } }),
  ).toEqual([]);
});

it('does not judge what is not known', () => {
  const { imageSize, face, vector, model, quality, timings } = GOOD;
  expect(rulesOf({ imageSize, face, vector, model, quality, timings })).toEqual([]);
});

it('has every rule once', () => {
  expect(new Set(ENROLMENT_RULES.map(({ rule }) => rule)).size).toBe(ENROLMENT_RULES.length);
});
