import {
  rounded,
  roundedExpression,
  roundedPose,
  roundedQuality,
  vectorNumbers,
  type AttributedFace,
  type Face,
  type Expression,
  type FaceSelection,
  type Quality,
  type Size,
} from '@facet/engine';
import { faceRectangle } from './face-rectangle.js';
import type { ExtraAttributes, ImageAttribute } from './extra-attributes.schema.js';
import { listedGates } from './quality-gate.js';

/** A face as returned by the engine, with only the requested fields. */
export type DescribedFace = Face &
  Partial<Pick<AttributedFace, 'ageYears' | 'vector'>> & {
    readonly quality?: Quality | undefined;
    readonly expression?: Expression | undefined;
  };

/** The fields of a face that the caller requested, as far as the engine returned them. */
export function extraAttributes(
  face: DescribedFace,
  names: ReadonlySet<ImageAttribute>,
  image: Size,
  selection: FaceSelection,
): ExtraAttributes {
  const { ageYears, quality, expression, vector } = face;
  return {
    ...(names.has('confidence') && { confidence: rounded(face.confidence, 3) }),
    ...(names.has('age_years') && ageYears !== undefined && { age_years: rounded(ageYears, 1) }),
    ...(names.has('pose') && { pose: roundedPose(face.pose) }),
    ...(names.has('quality') && quality && { quality: wireQuality(face, quality, image, selection) }),
    ...(names.has('expression') && expression && { expression: wireExpression(expression) }),
    ...(names.has('vector') && vector && { vector: vectorNumbers(vector) }),
  };
}

function wireQuality(
  { box }: Face,
  quality: Quality,
  image: Size,
  selection: FaceSelection,
): NonNullable<ExtraAttributes['quality']> {
  // The size of the rectangle in the response.
  const [x1, y1, x2, y2] = faceRectangle(box, image, selection);
  const size: [number, number] = [x2 - x1, y2 - y1];
  return { ...roundedQuality(quality), size, failed: listedGates(Math.min(...size), quality) };
}

function wireExpression(expression: Expression): NonNullable<ExtraAttributes['expression']> {
  const { smile, mouthOpening, leftEyeOpening, rightEyeOpening, blendshapes } = roundedExpression(expression);
  return {
    smile,
    mouth_opening: mouthOpening,
    left_eye_opening: leftEyeOpening,
    right_eye_opening: rightEyeOpening,
    blendshapes,
  };
}
