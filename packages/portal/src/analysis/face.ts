import { readAttributes, readMatch, readVector as readVectorResult, type OkAnswer, type Face as WireFace } from '@facet/client/answers';
import { shorterSide, type Box, type Point, type Size } from './box.js';

/** One face as /get_image_attr describes it. */
export interface Face {
  /** The number in `face_id_<n>`. */
  readonly id: number;
  readonly age: string;
  readonly gender: string;
  readonly genderConfidence: number;
  readonly box: Box;
  readonly landmarks: Readonly<Record<string, Point>>;
  /** Only where the page asked for them. */
  readonly details: FaceDetails | null;
  /** The 128 numbers; only where the page asked for them, and only for the first faces, 8 at most. */
  readonly vector: readonly number[] | null;
}

/** What return_attributes adds, as far as the page shows it. */
export interface FaceDetails {
  readonly ageYears: number;
  readonly confidence: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly qualityScore: number;
  readonly sharpness: number;
  readonly illumination: number;
  /** The conditions of the quality check that the face does not meet. */
  readonly failed: readonly FailedMeasure[];
  readonly smile: number;
  readonly mouthOpening: number;
}

interface FailedMeasure {
  readonly attribute: string;
  readonly value: number;
  readonly threshold: number;
}

export interface Detection {
  readonly faces: readonly Face[];
  readonly imageSize: Size;
}

/** "Face 1" for `face_id_0`: people count from one. */
export const faceName = ({ id }: Pick<Face, 'id'>): string => `Face ${id + 1}`;

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

export const genderText = ({ gender, genderConfidence }: Face): string =>
  `${gender}, ${percent(genderConfidence)} confidence`;

/** Faces with fewer pixels than this have too little detail for age and gender. */
const FAINT_SIDE = 32;
/** The service reports no face below 0.5. */
const FAINT_CONFIDENCE = 0.55;

/** Why the attributes of a face are unreliable, in a word and in a sentence. */
interface Faint {
  readonly word: 'small' | 'uncertain';
  readonly reason: string;
}

/** null for a good face. */
export function faintness({ box, details }: Pick<Face, 'box' | 'details'>): Faint | null {
  const side = Math.round(shorterSide(box));
  if (side < FAINT_SIDE)
    return { word: 'small', reason: `Only ${side} pixels wide: age and gender are rough guesses.` };
  if (details !== null && details.confidence < FAINT_CONFIDENCE)
    return {
      word: 'uncertain',
      reason: `Only ${percent(details.confidence)} confidence: this may not be a face.`,
    };
  return null;
}

/** What a screen reader says of a face. */
export function faceSummary(face: Face): string {
  const faint = faintness(face);
  return `${faceName(face)}: ${face.age} years, ${genderText(face)}${faint === null ? '' : `, ${faint.word}`}`;
}

export type Vector = readonly number[];

/** The faces of a /get_image_attr answer, in the order of their numbers. */
export function readDetection(answer: OkAnswer): Detection {
  const { faces, imageSize } = readAttributes(answer);
  return { faces: faces.map(readFace), imageSize };
}

/** A face of the client as this page shows it. */
function readFace(face: WireFace): Face {
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
