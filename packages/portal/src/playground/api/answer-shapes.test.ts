import { describe, expect, it } from 'vitest';
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
