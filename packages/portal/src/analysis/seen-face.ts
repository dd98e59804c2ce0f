import { isFields, readDetection, UnexpectedAnswer } from '../playground/api/answer-shapes.js';
import type { Size } from '../playground/faces/box.js';
import type { Face } from '../playground/faces/face.js';

/** What `return_attributes=expression` says of a face; 0 to 1, or relative to the width of the mouth or eye. */
export interface FaceExpression {
  readonly smile: number;
  readonly mouthOpening: number;
  readonly leftEyeOpening: number;
  readonly rightEyeOpening: number;
  readonly browsUp: number;
  readonly pucker: number;
}

export interface SeenFace extends Face {
  readonly expression: FaceExpression | null;
  /** How evenly the face is lit, 0 to 1. */
  readonly evenness: number | null;
}

export interface SeenFaces {
  readonly faces: readonly SeenFace[];
  readonly imageSize: Size;
}

/** The `data` of /get_image_attr with the expression of each face, where it was asked for. */
export function readSeenFaces(data: unknown): SeenFaces {
  const { faces, imageSize } = readDetection(data);
  const attributes = isFields(data) ? data['attributes'] : undefined;
  return {
    imageSize,
    faces: faces.map((face) => {
      const raw = isFields(attributes) ? attributes[`face_id_${face.id}`] : undefined;
      const { expression, quality } = isFields(raw) ? raw : {};
      return {
        ...face,
        expression: expression === undefined ? null : readExpression(expression),
        evenness: quality === undefined ? null : number(quality, 'evenness'),
      };
    }),
  };
}

export const readExpression = (value: unknown): FaceExpression => {
  const blendshapes = isFields(value) ? value['blendshapes'] : undefined;
  return {
    smile: number(value, 'smile'),
    mouthOpening: number(value, 'mouth_opening'),
    leftEyeOpening: number(value, 'left_eye_opening'),
    rightEyeOpening: number(value, 'right_eye_opening'),
    browsUp: number(blendshapes, 'browInnerUp'),
    pucker: number(blendshapes, 'mouthPucker'),
  };
};

function number(place: unknown, key: string): number {
  const value = isFields(place) ? place[key] : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new UnexpectedAnswer(`${key} is not a number.`);
  return value;
}
