import {
  failedGates,
  LANDMARK_KEYS,
  rounded,
  roundedExpression,
  roundedPose,
  roundedQuality,
  vectorNumbers,
  integerBox,
  type Analysis,
  type AttributedFace,
  type Box,
  type Expression,
  type Face,
  type FaceSelection,
  type FailedGate,
  type Quality,
  type Size,
} from '@facet/engine';
import type {
  Attributes,
  ExtraAttributes,
  FaceAttributes,
  FaceLandmarks,
  ImageAttribute,
} from './attributes.schema.js';

/**
 * The wire form of an analysis: faces numbered as the engine orders them (by prominence, or as boxes were given), then
 * the image's size.
 */
export function attributes(
  analysis: Analysis,
  selection: FaceSelection,
  extras: ReadonlySet<ImageAttribute>,
): Attributes {
  const { faces, imageSize } = analysis;
  const entries: Record<`face_id_${number}`, FaceAttributes> = {};
  for (const [n, face] of faces.entries())
    entries[`face_id_${n}`] = {
      ...faceAttributes(face, analysis, selection),
      ...extraAttributes(face, extras, imageSize, selection),
    };
  return { ...entries, image_size: [imageSize.height, imageSize.width] };
}

function faceAttributes(
  face: AttributedFace,
  { imageSize }: Analysis,
  selection: FaceSelection,
): FaceAttributes {
  return {
    age: face.ageRange,
    face_rectangle: faceRectangle(face.box, imageSize, selection),
    gender: face.gender,
    gender_confidence: genderConfidence(face.genderConfidence),
    landmarks: { faceLandMark: landmarks(face) },
  };
}

/** Three digits, and always within the range of the specification. */
const genderConfidence = (value: number): number =>
  Math.min(1, Math.max(0.501, Math.round(value * 1000) / 1000));

function landmarks(face: AttributedFace): FaceLandmarks {
  const entries = LANDMARK_KEYS.map((key, n) => {
    const point = face.landmarks[n];
    if (point === undefined) throw new Error(`The engine gave no landmark ${n}.`);
    return [key, { x: Math.round(point.x), y: Math.round(point.y) }] as const;
  });
  return Object.fromEntries(entries) as FaceLandmarks;
}

/** A face as returned by the engine, with only the requested fields. */
export type DescribedFace = Face &
  Partial<Pick<AttributedFace, 'ageYears' | 'vector'>> & {
    readonly quality?: Quality | undefined;
    readonly expression?: Expression | undefined;
  };

/** The value of each attribute beyond the specification; undefined if the engine did not return it. */
const VALUES: {
  readonly [Name in ImageAttribute]: (
    face: DescribedFace,
    image: Size,
    selection: FaceSelection,
  ) => ExtraAttributes[Name];
} = {
  confidence: ({ confidence }) => rounded(confidence, 3),
  age_years: ({ ageYears }) => (ageYears === undefined ? undefined : rounded(ageYears, 1)),
  pose: ({ pose }) => roundedPose(pose),
  quality: (face, image, selection) => face.quality && wireQuality(face, face.quality, image, selection),
  expression: ({ expression }) => expression && wireExpression(expression),
  vector: ({ vector }) => vector && vectorNumbers(vector),
};

const ATTRIBUTE_NAMES = Object.keys(VALUES) as readonly ImageAttribute[];

/** The attributes that the caller requested, in a fixed order, as far as the engine returned them. */
export function extraAttributes(
  face: DescribedFace,
  names: ReadonlySet<ImageAttribute>,
  image: Size,
  selection: FaceSelection,
): ExtraAttributes {
  const entries = ATTRIBUTE_NAMES.filter((name) => names.has(name)).map((name) => [
    name,
    VALUES[name](face, image, selection),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ExtraAttributes;
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

/** The failed conditions of the quality check, as listed in the response. */
export const listedGates = (side: number, quality: Quality): Omit<FailedGate, 'code'>[] =>
  failedGates(side, quality).map(({ attribute, error, value, threshold }) => ({
    attribute,
    error,
    value,
    threshold,
  }));

export type FaceRectangle = [x1: number, y1: number, x2: number, y2: number];

/** A detected face in whole pixels inside the image; a box that the caller gave stays as given. */
export function faceRectangle(box: Box, image: Size, selection: FaceSelection): FaceRectangle {
  if (selection.kind === 'boxes') return [box.x1, box.y1, box.x2, box.y2];
  const { x1, y1, x2, y2 } = integerBox(box, image);
  return [x1, y1, x2, y2];
}
