import {
  readAttributes,
  readMatch,
  readVector as readVectorResult,
  type Face as WireFace,
  type OkAnswer,
} from '@facet/client/answers';
import type { Detection, Face, FaceDetails } from '../faces/face.js';

export type Vector = readonly number[];

/** The faces of a /get_image_attr answer, in the order of their numbers. */
export function readDetection(answer: OkAnswer): Detection {
  const { faces, imageSize } = readAttributes(answer);
  return { faces: faces.map(readFace), imageSize };
}

/** A face of the client as this page shows it. */
export function readFace(face: WireFace): Face {
  const { id, age, gender, genderConfidence, box, landmarks, vector } = face;
  return {
    id: Number(id.slice('face_id_'.length)),
    age,
    gender,
    genderConfidence,
    box,
    landmarks,
    details: detailsOf(face),
    // The service gives vectors to the first faces only.
    vector: vector ?? null,
  };
}

/** All of them or none, as the page asks for them. */
function detailsOf({ ageYears, confidence, pose, quality, expression }: WireFace): FaceDetails | null {
  if (ageYears === undefined || confidence === undefined) return null;
  if (pose === undefined || quality === undefined || expression === undefined) return null;
  return {
    ageYears,
    confidence,
    yaw: pose.yaw,
    pitch: pose.pitch,
    roll: pose.roll,
    qualityScore: quality.score,
    sharpness: quality.sharpness,
    illumination: quality.illumination,
    failed: quality.failed,
    smile: expression.smile,
    mouthOpening: expression.mouthOpening,
  };
}

export const readVector = (answer: OkAnswer): Vector => readVectorResult(answer).vector;

/** The distance of a /match_faces answer. */
export const readDistance = (answer: OkAnswer): number => readMatch(answer).score;
