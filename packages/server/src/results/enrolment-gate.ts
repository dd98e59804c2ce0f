import { failedRules, ruleText, type FaceSelection, type FaceVector } from '@facet/engine';
import { ServiceError } from '../errors.js';
import { faceRectangle } from './face-rectangle.js';

/** Throws for a photo that is not fit for enrolment; the error lists every rule that it violates. */
export function requireEnrolment(result: FaceVector, selection: FaceSelection): void {
  const [x1, y1, x2, y2] = faceRectangle(result.face.box, result.imageSize, selection);
  const failed = failedRules(result, Math.min(x2 - x1, y2 - y1));
  if (failed.length === 0) return;
  throw new ServiceError(
    'enrolment-check',
    `The photo does not pass the enrolment check: ${failed.map(ruleText).join(', ')}.`,
    { failed },
  );
}
