import type { FaceVector } from '@facet/engine';
import { PhotoError } from './photo-error.js';
import { wholePixels } from './whole-pixels.js';

/** The conditions of the specification's quality check. */
const MIN_SIDE = 60;
const MIN_ILLUMINATION = 70;
const MAX_YAW = 50;

/** Passes a face that is large, bright and frontal enough. */
export function requireQuality(found: FaceVector): void {
  const failed = failedCondition(found);
  if (failed !== undefined) throw new PhotoError('quality', failed);
}

/** The sentence of the first condition that a face does not meet; undefined for a good one. */
export function failedCondition({ face, imageSize, quality }: FaceVector): string | undefined {
  const [x1, y1, x2, y2] = wholePixels(face.box, imageSize);
  if (Math.min(x2 - x1, y2 - y1) < MIN_SIDE) return 'Face too Small';
  if (quality.illumination < MIN_ILLUMINATION) return 'Low Illumination';
  return quality.yaw > MAX_YAW ? 'Incorrect Pose' : undefined;
}
