import type { Quality } from './quality.js';

/** The thresholds of the specification's quality check. */
const MIN_SIDE = 60;
export const MIN_ILLUMINATION = 70;
const MAX_YAW = 50;

type GateCode = 'face-too-small' | 'low-illumination' | 'incorrect-pose';

/** A condition of the specification's quality check that a face does not meet. */
export interface FailedGate {
  readonly code: GateCode;
  readonly attribute: 'Image size' | 'Lighting' | 'Pose';
  readonly error: 'Face too Small' | 'Low Illumination' | 'Incorrect Pose';
  /** The measured value, with two decimals: the shorter side in pixels, the mean luma, the yaw in degrees. */
  readonly value: number;
  readonly threshold: number;
}

const twoDigits = (value: number): number => Math.round(value * 100) / 100;

/** The conditions that a face with this shorter side fails, in the order of the specification's table. */
export function failedGates(side: number, { illumination, yaw }: Quality): FailedGate[] {
  const failed: FailedGate[] = [];
  if (side < MIN_SIDE)
    failed.push({
      code: 'face-too-small',
      attribute: 'Image size',
      error: 'Face too Small',
      value: twoDigits(side),
      threshold: MIN_SIDE,
    });
  if (illumination < MIN_ILLUMINATION)
    failed.push({
      code: 'low-illumination',
      attribute: 'Lighting',
      error: 'Low Illumination',
      value: twoDigits(illumination),
      threshold: MIN_ILLUMINATION,
    });
  if (yaw > MAX_YAW)
    failed.push({
      code: 'incorrect-pose',
      attribute: 'Pose',
      error: 'Incorrect Pose',
      value: twoDigits(yaw),
      threshold: MAX_YAW,
    });
  return failed;
}
