import type { FaceVector } from '@facet/engine';
import { PhotoError } from './photo-error.js';
import { wholePixels } from './whole-pixels.js';

/** The conditions of the specification's quality check. */
const MIN_SIDE = 60;
const MIN_ILLUMINATION = 70;
const MAX_YAW = 50;

/** Passes a face that is large, bright and frontal enough; else the sentence of the first condition that failed. */
export function requireQuality({ face, imageSize, quality }: FaceVector): void {
  const [x1, y1, x2, y2] = wholePixels(face.box, imageSize);
  if (Math.min(x2 - x1, y2 - y1) < MIN_SIDE) throw new PhotoError('quality', 'Face too Small');
  if (quality.illumination < MIN_ILLUMINATION) throw new PhotoError('quality', 'Low Illumination');
  if (quality.yaw > MAX_YAW) throw new PhotoError('quality', 'Incorrect Pose');
}
