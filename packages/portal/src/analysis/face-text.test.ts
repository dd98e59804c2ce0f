import { describe, expect, it } from 'vitest';
import { expressionText, foundText, poseText } from './face-text.js';
import { readDetection, type FaceExpression } from './face.js';
import { NEUTRAL, okResponse } from './responses.test.fixture.js';
import response from '../start/sample-response.json';

describe('the word for an expression', () => {
  it.each<[string, Partial<FaceExpression>]>([
    ['neutral', {}],
    ['smiling', { smile: 0.7, mouthOpening: 0.1 }],
    ['laughing', { smile: 0.7, mouthOpening: 0.4 }],
    ['surprised', { browsUp: 0.8, mouthOpening: 0.4 }],
    ['mouth open', { mouthOpening: 0.4 }],
    ['brows raised', { browsUp: 0.8 }],
    ['kissing', { pucker: 0.8 }],
    ['winking', { leftEyeOpening: 0.1 }],
    ['eyes closed', { leftEyeOpening: 0.1, rightEyeOpening: 0.1, smile: 0.9 }],
  ])('%s', (text, change) => {
    expect(expressionText({ ...NEUTRAL, ...change })).toBe(text);
  });
});

describe('the direction of a head', () => {
  it('is described from the person’s own point of view', () => {
    expect(poseText(3, -4)).toBe('ahead');
    expect(poseText(30, 0)).toBe('right');
    expect(poseText(-30, -20)).toBe('down and left');
    expect(poseText(0, 20)).toBe('up');
  });
});

describe('the prepared response', () => {
  it('is read with age, expression and quality', () => {
    const { faces } = readDetection(okResponse(response.data));
    expect(foundText(faces.length)).toBe(`${faces.length} faces`);
    for (const face of faces) {
      expect(Object.keys(face.landmarks)).toHaveLength(68);
      expect(face.details?.ageYears).toBeGreaterThan(0);
      expect(face.details?.expression.leftEyeOpening).toBeGreaterThan(0);
      expect(face.details?.evenness).toBeGreaterThan(0);
    }
  });

  it('rejects an expression that is not made of numbers', () => {
    const data = structuredClone(response.data) as unknown as {
      attributes: { face_id_0: { expression: { left_eye_opening: unknown } } };
    };
    data.attributes.face_id_0.expression.left_eye_opening = 'wide';
    expect(() => readDetection(okResponse(data))).toThrow('data.attributes.face_id_0.expression');
  });
});
