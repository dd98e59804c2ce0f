import {
  readAttributes,
  readMatch,
  readVector as readVectorResult,
  type Face as ClientFace,
  type OkResponse,
} from '@facet/client/responses';
import type { Box, Point, Size } from './box.js';

/** The 128 numbers of a face. */
export type Vector = readonly number[];

/** One face as /get_image_attr describes it. */
export interface Face {
  /** Its number, from 0: that of `face_id_<n>`, or its place in reading order. */
  readonly id: number;
  /** Its name in the JSON, where the numbers are those of the reading order. */
  readonly jsonName?: string;
  readonly age: string;
  readonly gender: string;
  readonly genderConfidence: number;
  readonly box: Box;
  readonly landmarks: Readonly<Record<string, Point>>;
  /** Only if requested. */
  readonly details: FaceDetails | null;
  /** Only if requested, and only for the most prominent faces: the service returns 8 at most. */
  readonly vector: Vector | null;
}

/** What `return_attributes` adds, as far as the portal shows it. */
export interface FaceDetails {
  readonly ageYears: number;
  readonly confidence: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly qualityScore: number;
  readonly sharpness: number;
  readonly illumination: number;
  /** How evenly the face is lit, 0 to 1. */
  readonly evenness: number;
  /** The conditions of the quality check that the face does not meet. */
  readonly failed: readonly FailedMeasure[];
  readonly expression: FaceExpression;
  /** Every other attribute, by the name of its property: one number, text, or yes or no each. */
  readonly others: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface FailedMeasure {
  readonly attribute: string;
  readonly value: number;
  readonly threshold: number;
}

/** Scores from 0 to 1; openings are relative to the width of the mouth or eye. */
export interface FaceExpression {
  readonly smile: number;
  readonly mouthOpening: number;
  readonly leftEyeOpening: number;
  readonly rightEyeOpening: number;
  readonly browsUp: number;
  readonly pucker: number;
}

export interface Detection {
  readonly faces: readonly Face[];
  /** The number of the most prominent face; absent: the first. */
  readonly prominent?: number;
  readonly imageSize: Size;
}

/** The faces of a /get_image_attr response, in the order of their numbers. */
export function readDetection(response: OkResponse): Detection {
  const { faces, imageSize } = readAttributes(response);
  return { faces: faces.map(faceOf), imageSize };
}

function faceOf(face: ClientFace): Face {
  const { id, age, gender, genderConfidence, box, landmarks, vector, ...attributes } = face;
  return {
    id: Number(id.slice('face_id_'.length)),
    age,
    gender,
    genderConfidence,
    box,
    landmarks,
    details: detailsOf(attributes),
    vector: vector ?? null,
  };
}

type BasicField = 'id' | 'age' | 'gender' | 'genderConfidence' | 'box' | 'landmarks' | 'vector';

/** All of them or none: the portal never requests only some. */
function detailsOf(attributes: Omit<ClientFace, BasicField>): FaceDetails | null {
  const { ageYears, confidence, pose, quality, expression, ...others } = attributes;
  if (ageYears === undefined || confidence === undefined) return null;
  if (pose === undefined || quality === undefined || expression === undefined) return null;
  const { blendshapes, ...measures } = expression;
  return {
    ageYears,
    confidence,
    yaw: pose.yaw,
    pitch: pose.pitch,
    roll: pose.roll,
    qualityScore: quality.score,
    sharpness: quality.sharpness,
    illumination: quality.illumination,
    evenness: quality.evenness,
    failed: quality.failed,
    expression: { ...measures, browsUp: blendshapes.browInnerUp, pucker: blendshapes.mouthPucker },
    others,
  };
}

export const readVector = (response: OkResponse): Vector => readVectorResult(response).vector;

/** The distance of a /match_faces response. */
export const readDistance = (response: OkResponse): number => readMatch(response).score;
