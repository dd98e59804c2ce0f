import { failedGates, failedRules, ruleText, type FaceVector } from '@facet/engine';
import { PhotoError } from './photo-error.js';
import { wholePixels } from './whole-pixels.js';

const shorterSide = ({ face, imageSize }: FaceVector): number => {
  const [x1, y1, x2, y2] = wholePixels(face.box, imageSize);
  return Math.min(x2 - x1, y2 - y1);
};

/** Passes a face that is large, bright and frontal enough. */
export function requireQuality(found: FaceVector): void {
  const failed = failedCondition(found);
  if (failed !== undefined) throw new PhotoError('quality', failed);
}

/** The sentence of the first condition that a face does not meet; undefined for a good one. */
export const failedCondition = (found: FaceVector): string | undefined =>
  failedGates(shorterSide(found), found.quality)[0]?.error;

/** Passes a photo that is fit for enrolment, in the words of the service. */
export function requireEnrolment(found: FaceVector): void {
  const failed = failedRules(found, shorterSide(found));
  if (failed.length === 0) return;
  throw new PhotoError(
    'enrolment',
    `The photo does not pass the enrolment check: ${failed.map(ruleText).join(', ')}.`,
  );
}
