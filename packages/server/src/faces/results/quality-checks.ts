import {
  failedGates,
  failedRules,
  requested,
  ruleText,
  type FaceSelection,
  type FaceVector,
  type VectorExtra,
} from '@facet/engine';
import { ServiceError, type ErrorCode } from '../../errors.js';
import { listedGates } from './attribute-table.js';
import { faceRectangle } from './attributes.js';

/** The values of the query parameter `quality`, the default first. */
export const QUALITY_LEVELS = ['0', '1', '2'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];

/** What may be said of a face that does not pass. */
export const LEVEL_ERRORS = [
  'face-too-small',
  'low-illumination',
  'incorrect-pose',
  'enrolment-check',
] as const satisfies readonly ErrorCode[];

/** What a call for a vector requests from the engine at each level. */
export const EXTRAS_OF_LEVEL = {
  '0': [],
  '1': ['quality'],
  '2': ['enrolment'],
} as const satisfies Readonly<Record<QualityLevel, readonly VectorExtra[]>>;

/** Throws if the face does not pass the check of the level. */
export function requireLevel(level: QualityLevel, result: FaceVector, selection: FaceSelection): void {
  if (level === '1') requireQuality(result, selection);
  if (level === '2') requireEnrolment(result, selection);
}

/** Throws the error of the first failed condition, with all failed conditions in its details. */
function requireQuality({ face, imageSize, ...extras }: FaceVector, selection: FaceSelection): void {
  const quality = requested(extras.quality);
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
function requireEnrolment(result: FaceVector, selection: FaceSelection): void {
  const [x1, y1, x2, y2] = faceRectangle(result.face.box, result.imageSize, selection);
  const failed = failedRules(result, Math.min(x2 - x1, y2 - y1));
  if (failed.length === 0) return;
  throw new ServiceError(
    'enrolment-check',
    `The photo does not pass the enrolment check: ${failed.map(ruleText).join(', ')}.`,
    { failed },
  );
}
