import { BLENDSHAPE_NAMES, LANDMARK_NAMES, MalformedResponseError } from '@facet/client/responses';
import { describe, expect, it } from 'vitest';
import { NEUTRAL, okResponse } from './responses.test.fixture.js';
import { measuredLines } from '../playground/attributes/face-list.js';
import { reliabilityWarning } from './face-text.js';
import { readDetection as readDetectionOf, readDistance, readVector } from './face.js';

const readDetection = (data: unknown): ReturnType<typeof readDetectionOf> =>
  readDetectionOf(okResponse(data));
const POINTS = Object.fromEntries(LANDMARK_NAMES.map((name) => [name, { x: 5, y: 6 }]));

const face = (x: number): object => ({
  age: '20-40',
  face_rectangle: [x, 2, x + 10, 14],
  gender: 'female',
  gender_confidence: 0.93,
  landmarks: { faceLandMark: POINTS },
});

describe('readDetection', () => {
  it('reads faces in the order of their numbers, and the size as height then width', () => {
    const attributes = { face_id_10: face(3), face_id_2: face(1), image_size: [480, 640] };
    const { faces, imageSize } = readDetection({ attributes });
    expect(imageSize).toEqual({ width: 640, height: 480 });
    expect(faces.map(({ id }) => id)).toEqual([2, 10]);
    expect(faces[0]).toMatchObject({
      age: '20-40',
      box: [1, 2, 11, 14],
      genderConfidence: 0.93,
      landmarks: { chin: { x: 5, y: 6 } },
    });
  });

  it('reads the details and the vector of a face where the page requested them', () => {
    const failed = { attribute: 'Lighting', error: 'Low Illumination', value: 60.5, threshold: 70 };
    const details = {
      age_years: 31.4,
      confidence: 0.99,
      pose: { yaw: -12.3, pitch: 4, roll: 0 },
      quality: {
        score: 0.8,
        sharpness: 0.55,
        evenness: 0.7,
        illumination: 60.5,
        size: [10, 12],
        failed: [failed],
      },
      expression: {
        smile: 0.25,
        mouth_opening: 0.02,
        left_eye_opening: 0.3,
        right_eye_opening: 0.3,
        blendshapes: Object.fromEntries(BLENDSHAPE_NAMES.map((name) => [name, 0.1])),
      },
    };
    const read = (face_id_0: object) =>
      readDetection({ attributes: { image_size: [1, 1], face_id_0 } }).faces[0];
    expect(read(face(1))).toMatchObject({ details: null, vector: null });
    const found = read({ ...face(1), ...details, vector: Array(128).fill(0.1) });
    if (!found) throw new Error('no face');
    expect(found.vector).toHaveLength(128);
    expect(found.details?.failed).toEqual([failed]);
    expect(measuredLines(found).map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Detection: 99% confidence',
      'Age: about 31',
      'Head: yaw -12°, pitch 4°, roll 0°',
      'Quality: 80%, sharpness 55%',
      'Light: 61 of 255',
      'Expression: smile 25%, mouth open 2%',
      'Box: 1,2,11,14',
    ]);
    for (const broken of [
      { pose: {} },
      { vector: [1] },
      { age_years: 'old' },
      { quality: { ...details.quality, failed: {} } },
      { quality: { ...details.quality, failed: [{ ...failed, value: null }] } },
      { quality: { ...details.quality, failed: [{ ...failed, attribute: 1 }] } },
      { expression: { ...details.expression, blendshapes: {} } },
    ])
      expect(() => read({ ...face(1), ...details, ...broken })).toThrow(MalformedResponseError);
  });

  it('warns of faces whose attributes are unreliable', () => {
    const details = (confidence: number): Parameters<typeof reliabilityWarning>[0]['details'] => ({
      ageYears: 30,
      confidence,
      yaw: 0,
      pitch: 0,
      roll: 0,
      qualityScore: 1,
      sharpness: 1,
      illumination: 100,
      evenness: 1,
      failed: [],
      expression: NEUTRAL,
      others: {},
    });
    expect(reliabilityWarning({ box: [0, 0, 100, 120], details: details(0.9) })).toBeNull();
    expect(reliabilityWarning({ box: [0, 0, 15, 18], details: details(0.9) })).toMatchObject({
      word: 'small',
      reason: expect.stringMatching(/^Only 15 pixels wide/) as string,
    });
    expect(reliabilityWarning({ box: [0, 0, 100, 120], details: details(0.51) })).toMatchObject({
      word: 'uncertain',
      reason: expect.stringMatching(/^Only 51% confidence/) as string,
    });
  });

  it('takes a photo without faces as such', () => {
    expect(readDetection({ attributes: { image_size: [2, 3] } }).faces).toEqual([]);
  });

  it.each([
    ['no data', undefined],
    ['no size', { attributes: {} }],
    [
      'a box of three',
      { attributes: { image_size: [1, 1], face_id_0: { ...face(1), face_rectangle: [1, 2, 3] } } },
    ],
    [
      'points without y',
      {
        attributes: {
          image_size: [1, 1],
          face_id_0: { ...face(1), landmarks: { faceLandMark: { ...POINTS, chin: { x: 1 } } } },
        },
      },
    ],
  ])('rejects %s', (_, data) => {
    expect(() => readDetection(data)).toThrow(MalformedResponseError);
  });
});

describe('readVector and readDistance', () => {
  const vector = (numbers: unknown[]): readonly number[] =>
    readVector(okResponse({ vector: numbers }, { model: 'test' }));
  const distance = (score: unknown): number => readDistance(okResponse({ score, status: 'not a match' }));

  it('require 128 numbers', () => {
    expect(vector(Array(128).fill(0.5))).toHaveLength(128);
    expect(() => vector(Array(127).fill(0.5))).toThrow(MalformedResponseError);
    expect(() => vector(Array(128).fill('0.5'))).toThrow(MalformedResponseError);
  });

  it('require a decimal number as text', () => {
    expect(distance('0.5000')).toBe(0.5);
    expect(() => distance('')).toThrow(MalformedResponseError);
    expect(() => distance(0.5)).toThrow(MalformedResponseError);
  });
});
