import {
  integerBox,
  LANDMARK_KEYS,
  type Analysis,
  type AttributedFace,
  type Box,
  type FaceSelection,
  type Size,
} from '@facet/engine';
import {
  ATTRIBUTE_TABLE,
  IMAGE_ATTRIBUTES,
  type DescribedFace,
  type ExtraAttributes,
  type ImageAttribute,
} from './attribute-table.js';
import type { Attributes, FaceAttributes, FaceLandmarks } from './attributes.schema.js';

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

/** The attributes that the caller requested, in a fixed order, as far as the engine returned them. */
export function extraAttributes(
  face: DescribedFace,
  names: ReadonlySet<ImageAttribute>,
  image: Size,
  selection: FaceSelection,
): ExtraAttributes {
  // The size of the rectangle in the response.
  const [x1, y1, x2, y2] = faceRectangle(face.box, image, selection);
  const entries = IMAGE_ATTRIBUTES.filter((name) => names.has(name)).map((name) => [
    name,
    ATTRIBUTE_TABLE[name].value(face, [x2 - x1, y2 - y1]),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ExtraAttributes;
}

export type FaceRectangle = [x1: number, y1: number, x2: number, y2: number];

/** A detected face in whole pixels inside the image; a box that the caller gave stays as given. */
export function faceRectangle(box: Box, image: Size, selection: FaceSelection): FaceRectangle {
  if (selection.kind === 'boxes') return [box.x1, box.y1, box.x2, box.y2];
  const { x1, y1, x2, y2 } = integerBox(box, image);
  return [x1, y1, x2, y2];
}
