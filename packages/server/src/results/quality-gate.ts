import type { FaceSelection, FaceVector } from '@facet/engine';
import { ServiceError, type ErrorCode } from '../errors.js';
import { faceRectangle } from './face-rectangle.js';

const MIN_SIDE = 60;
const MIN_ILLUMINATION = 70;
const MAX_YAW = 50;

export interface FailedCondition {
  readonly attribute: 'Image size' | 'Lighting' | 'Pose';
  readonly error: string;
  /** What was measured: the shorter side in pixels, the mean luma, the yaw in degrees. */
  readonly value: number;
  readonly threshold: number;
}

type QualityCode = Extract<ErrorCode, 'face-too-small' | 'low-illumination' | 'incorrect-pose'>;

interface Condition extends FailedCondition {
  readonly code: QualityCode;
  readonly met: boolean;
}

/** The three conditions in the order of the specification's table. */
function conditions({ face, imageSize, quality }: FaceVector, selection: FaceSelection): Condition[] {
  // The size is that of the rectangle which the service itself would state.
  const [x1, y1, x2, y2] = faceRectangle(face.box, imageSize, selection);
  const side = Math.min(x2 - x1, y2 - y1);
  const { illumination, yaw } = quality;
  return [
    {
      code: 'face-too-small',
      attribute: 'Image size',
      error: 'Face too Small',
      met: side >= MIN_SIDE,
      value: twoDigits(side),
      threshold: MIN_SIDE,
    },
    {
      code: 'low-illumination',
      attribute: 'Lighting',
      error: 'Low Illumination',
      met: illumination >= MIN_ILLUMINATION,
      value: twoDigits(illumination),
      threshold: MIN_ILLUMINATION,
    },
    {
      code: 'incorrect-pose',
      attribute: 'Pose',
      error: 'Incorrect Pose',
      met: yaw <= MAX_YAW,
      value: twoDigits(yaw),
      threshold: MAX_YAW,
    },
  ];
}

const twoDigits = (value: number): number => Math.round(value * 100) / 100;

/** Passes a face that meets every condition; otherwise the error of the first that failed, with all of them. */
export function requireQuality(result: FaceVector, selection: FaceSelection): void {
  const failed = conditions(result, selection).filter(({ met }) => !met);
  const [first] = failed;
  if (first === undefined) return;
  throw new ServiceError(first.code, first.error, {
    attribute: first.attribute,
    failed: failed.map(({ attribute, error, value, threshold }) => ({ attribute, error, value, threshold })),
  });
}
