import type { ImageAttribute } from '@facet/client';
import {
  failedGates,
  rounded,
  statedExpression,
  statedPose,
  statedQuality,
  vectorNumbers,
  type AttributedFace,
  type Size,
} from '@facet/engine';
import type { FoundFace } from './face-source.js';
import { wholePixels } from './whole-pixels.js';

/** What was asked for of a face, as the service states it. */
export function statedExtras(
  face: AttributedFace,
  imageSize: Size,
  names: ReadonlySet<ImageAttribute>,
): Partial<FoundFace> {
  const { quality, expression, vector } = face;
  return {
    ...(names.has('confidence') && { confidence: rounded(face.confidence, 3) }),
    ...(names.has('pose') && { pose: statedPose(face.pose) }),
    ...(quality && { quality: qualityOf(face, quality, imageSize) }),
    ...(expression && { expression: statedExpression(expression) }),
    ...(names.has('age_years') && { ageYears: rounded(face.ageYears, 1) }),
    ...(vector && { vector: vectorNumbers(vector) }),
  };
}

function qualityOf(
  { box }: AttributedFace,
  quality: NonNullable<AttributedFace['quality']>,
  imageSize: Size,
): NonNullable<FoundFace['quality']> {
  const [x1, y1, x2, y2] = wholePixels(box, imageSize);
  const size = [x2 - x1, y2 - y1] as const;
  const failed = failedGates(Math.min(...size), quality).map(({ attribute, error, value, threshold }) => ({
    attribute,
    error,
    value,
    threshold,
  }));
  return { ...statedQuality(quality), size, failed };
}
