import { failedGates, failedRules, ruleText, type FaceSelection, type FaceVector } from '@facet/engine';
import { ServiceError } from '../errors.js';
import { listedGates } from './attribute-table.js';
import { faceRectangle } from './attributes.js';

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
