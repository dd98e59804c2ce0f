import type { FaceVector } from '../analysis.types.js';
import { MIN_ILLUMINATION } from '../quality/quality-gate.js';
import { requested } from './face-extras.js';
import { rounded } from './result-numbers.js';

/** Requirements of a photo for enrolment, after the portrait rules of ISO/IEC 19794-5 as far as they can be measured. */
export const ENROLMENT_RULES = [
  {
    rule: 'one_face',
    bound: 'most',
    threshold: 1,
    unit: 'face',
    advice: 'Make sure that nobody else is in the picture.',
  },
  {
    rule: 'size',
    bound: 'least',
    threshold: 90,
    unit: 'pixels',
    advice: 'Come closer to the camera.',
  },
  {
    rule: 'illumination',
    bound: 'least',
    threshold: MIN_ILLUMINATION,
    unit: 'of 255',
    advice: 'Put more light on the face.',
  },
  {
    rule: 'evenness',
    bound: 'least',
    threshold: 0.5,
    unit: '',
    advice: 'Light the face from the front, not from one side.',
  },
  {
    rule: 'sharpness',
    bound: 'least',
    threshold: 0.35,
    unit: '',
    advice: 'Hold the camera still and let it focus on the face.',
  },
  {
    rule: 'yaw',
    bound: 'most',
    threshold: 15,
    unit: 'degrees',
    advice: 'Look straight into the camera; do not turn the head to the side.',
  },
  {
    rule: 'pitch',
    bound: 'most',
    threshold: 20,
    unit: 'degrees',
    advice: 'Hold the camera at eye level; do not look up or down.',
  },
  {
    rule: 'roll',
    bound: 'most',
    threshold: 12,
    unit: 'degrees',
    advice: 'Keep the head upright.',
  },
  {
    rule: 'eyes_open',
    bound: 'least',
    threshold: 0.16,
    unit: '',
    advice: 'Open both eyes.',
  },
  {
    rule: 'mouth_closed',
    bound: 'most',
    threshold: 0.08,
    unit: '',
    advice: 'Close the mouth.',
  },
] as const satisfies readonly {
  readonly rule: string;
  /** Whether the threshold is a minimum or a maximum. */
  readonly bound: 'least' | 'most';
  readonly threshold: number;
  readonly unit: string;
  /** What the person in front of the camera can do about it. */
  readonly advice: string;
}[];

export type EnrolmentRule = (typeof ENROLMENT_RULES)[number]['rule'];

export interface FailedRule {
  readonly rule: EnrolmentRule;
  readonly value: number;
  readonly bound: 'least' | 'most';
  readonly threshold: number;
  readonly advice: string;
}

/**
 * The rules that a photo for enrolment does not meet, in their order. `side` is the shorter side of the face rectangle.
 * Unknown measures, such as the number of faces when a box names one, are skipped.
 */
export function failedRules(result: FaceVector, side: number): FailedRule[] {
  const values = measured(result, side);
  return ENROLMENT_RULES.flatMap(({ rule, bound, threshold, advice }) => {
    const exact = values[rule];
    if (exact === undefined) return [];
    // Compared after rounding, so that the value shown never seems to meet a limit that it fails.
    const value = rounded(exact, DIGITS);
    const isMet = bound === 'least' ? value >= threshold : value <= threshold;
    return isMet ? [] : [{ rule, value, bound, threshold, advice }];
  });
}

const DIGITS = 2;

function measured(
  { face, quality, expression, faceCount }: FaceVector,
  side: number,
): Readonly<Record<EnrolmentRule, number | undefined>> {
  const { yaw, pitch, roll } = face.pose;
  const { illumination, evenness, sharpness } = requested(quality);
  return {
    one_face: faceCount,
    size: side,
    illumination,
    evenness,
    sharpness,
    yaw: Math.abs(yaw),
    pitch: Math.abs(pitch),
    roll: Math.abs(roll),
    eyes_open: expression && Math.min(expression.leftEyeOpening, expression.rightEyeOpening),
    mouth_closed: expression?.mouthOpening,
  };
}

/** One failed rule in words: `yaw 23.4 (at most 15)`. */
export const ruleText = ({ rule, value, bound, threshold }: FailedRule): string =>
  `${rule} ${value} (at ${bound} ${threshold})`;
