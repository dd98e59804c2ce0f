import { describe, expect, it } from 'vitest';
import { LANDMARK_KEYS } from './landmark-keys.js';

/** The table of the specification (2.6), as key → point number. */
const SPECIFIED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  jawline: {
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16].map((n) => [`face_endpoint_${n}`, n]),
    ),
    chin: 8,
  },
  'left eyebrow': {
    leftEyebrowLeftCorner: 17,
    leftEyebrowMiddle3: 18,
    leftEyebrowMiddle2: 19,
    leftEyebrowMiddle1: 20,
    leftEyebrowRightCorner: 21,
  },
  'right eyebrow': {
    rightEyebrowLeftCorner: 22,
    rightEyebrowMiddle3: 23,
    rightEyebrowMiddle2: 24,
    rightEyebrowMiddle1: 25,
    rightEyebrowRightCorner: 26,
  },
  nose: {
    noseTop1: 27,
    noseTop2: 28,
    noseLower1: 29,
    noseLower2: 30,
    noseRootLeft: 31,
    nosePoint1: 32,
    noseTip: 33,
    nosePoint3: 34,
    noseRootRight: 35,
  },
  'left eye': {
    leftEyeLeftCorner: 36,
    leftEyeTop2: 37,
    leftEyeTop1: 38,
    leftEyeRightCorner: 39,
    leftEyeBottom1: 40,
    leftEyeBottom2: 41,
  },
  'right eye': {
    rightEyeLeftCorner: 42,
    rightEyeTop1: 43,
    rightEyeTop2: 44,
    rightEyeRightCorner: 45,
    rightEyeBottom1: 46,
    rightEyeBottom2: 47,
  },
  lips: {
    mouthLeft: 48,
    upperLipPoint1: 49,
    upperLipPoint2: 50,
    underLipPoint3: 51,
    underLipPoint4: 52,
    upperLipPoint5: 53,
    mouthRight: 54,
    LowerLipPoint4: 55,
    LowerLipPoint5: 56,
    LowerLipPoint6: 57,
    LowerLipPoint7: 58,
    LowerLipPoint8: 59,
    upperLipPoint6: 60,
    underLipPoint7: 61,
    underLipPoint8: 62,
    upperLipPoint9: 63,
    upperLipPoint10: 64,
    LowerLipPoint1: 65,
    LowerLipPoint2: 66,
    LowerLipPoint3: 67,
  },
};

describe('LANDMARK_KEYS', () => {
  it('has 68 different names', () => {
    expect(LANDMARK_KEYS).toHaveLength(68);
    expect(new Set(LANDMARK_KEYS).size).toBe(68);
  });

  it.each(Object.entries(SPECIFIED))('names the %s as the specification does', (_, group) => {
    const numbered = Object.fromEntries(
      Object.keys(group).map((key) => [key, (LANDMARK_KEYS as readonly string[]).indexOf(key)]),
    );
    expect(numbered).toEqual(group);
  });

  it('has no name that the specification does not have', () => {
    const specified = new Set(Object.values(SPECIFIED).flatMap((group) => Object.keys(group)));
    expect(LANDMARK_KEYS.filter((key) => !specified.has(key))).toEqual([]);
  });
});
