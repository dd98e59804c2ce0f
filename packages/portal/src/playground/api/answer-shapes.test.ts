import { describe, expect, it } from 'vitest';
import { detailLines } from '../faces/face.js';
import { readDetection, readDistance, readVector, UnexpectedAnswer } from './answer-shapes.js';

const face = (x: number): object => ({
  age: '20-40',
  face_rectangle: [x, 2, x + 10, 14],
  gender: 'female',
  gender_confidence: 0.93,
  landmarks: { faceLandMark: { chin: { x: 5, y: 6 } } },
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

  it('reads the details of a face where the page asked for them', () => {
    const details = {
      age_years: 31.4,
      confidence: 0.99,
      pose: { yaw: -12.3, pitch: 4, roll: 0 },
      quality: { score: 0.8, sharpness: 0.55, illumination: 120.5 },
      expression: { smile: 0.25, mouth_opening: 0.02 },
    };
    const read = (face_id_0: object) =>
      readDetection({ attributes: { image_size: [1, 1], face_id_0 } }).faces[0]?.details;
    expect(read(face(1))).toBeNull();
    const found = read({ ...face(1), ...details });
    if (!found) throw new Error('no details');
    expect(detailLines(found)).toEqual([
      'about 31 years, 99 % sure that it is a face',
      'yaw -12°, pitch 4°, roll 0°',
      'quality 80 %, sharpness 55 %, light 121 of 255',
      'smile 25 %, mouth open 2 % of its width',
    ]);
    expect(() => read({ ...face(1), ...details, pose: {} })).toThrow(UnexpectedAnswer);
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
          face_id_0: { ...face(1), landmarks: { faceLandMark: { chin: { x: 1 } } } },
        },
      },
    ],
  ])('refuses %s', (_, data) => {
    expect(() => readDetection(data)).toThrow(UnexpectedAnswer);
  });
});

describe('readVector and readDistance', () => {
  it('want 128 numbers', () => {
    expect(readVector({ vector: Array(128).fill(0.5) })).toHaveLength(128);
    expect(() => readVector({ vector: Array(127).fill(0.5) })).toThrow(UnexpectedAnswer);
    expect(() => readVector({ vector: Array(128).fill('0.5') })).toThrow(UnexpectedAnswer);
  });

  it('want a decimal number as text', () => {
    expect(readDistance({ score: '0.5000' })).toBe(0.5);
    expect(() => readDistance({ score: '' })).toThrow(UnexpectedAnswer);
    expect(() => readDistance({ score: 0.5 })).toThrow(UnexpectedAnswer);
  });
});
