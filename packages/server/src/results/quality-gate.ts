import {
  failedGates,
  type FaceSelection,
  type FaceVector,
  type FailedGate,
  type Quality,
} from '@facet/engine';
import { ServiceError } from '../errors.js';
import { faceRectangle } from './face-rectangle.js';

/** The failed conditions of the quality check, as listed in the response. */
export const listedGates = (side: number, quality: Quality): Omit<FailedGate, 'code'>[] =>
  failedGates(side, quality).map(({ attribute, error, value, threshold }) => ({
    attribute,
    error,
    value,
    threshold,
  }));

/** Throws the error of the first failed condition, with all failed conditions in its details. */
export function requireQuality({ face, imageSize, quality }: FaceVector, selection: FaceSelection): void {
  // The size of the rectangle that the service itself would return.
  const [x1, y1, x2, y2] = faceRectangle(face.box, imageSize, selection);
  const side = Math.min(x2 - x1, y2 - y1);
  const [first] = failedGates(side, quality);
  if (first === undefined) return;
  throw new ServiceError(first.code, first.error, {
    attribute: first.attribute,
    failed: listedGates(side, quality),
  });
}
