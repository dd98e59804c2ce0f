import { readAttributes, type OkAnswer } from '@facet/client/answers';
import { readFace } from '../playground/api/read-answers.js';
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

/** The faces of /get_image_attr with the expression of each, where it was asked for. */
export function readSeenFaces(answer: OkAnswer): SeenFaces {
  const { faces, imageSize } = readAttributes(answer);
  return {
    imageSize,
    faces: faces.map((face) => ({
      ...readFace(face),
      expression: expressionOf(face),
      evenness: face.quality?.evenness ?? null,
    })),
  };
}

function expressionOf({ expression }: Parameters<typeof readFace>[0]): FaceExpression | null {
  if (expression === undefined) return null;
  const { blendshapes, ...measures } = expression;
  return { ...measures, browsUp: blendshapes.browInnerUp, pucker: blendshapes.mouthPucker };
}
