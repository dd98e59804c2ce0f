import { LANDMARK_KEYS, type Analysis, type AttributedFace, type FaceSelection } from '@facet/engine';
import { faceRectangle } from './face-rectangle.js';
import type { Attributes, FaceAttributes, FaceLandmarks } from './attributes.schema.js';
import { extraAttributes } from './extra-attributes.js';
import type { ImageAttribute } from './extra-attributes.schema.js';

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
