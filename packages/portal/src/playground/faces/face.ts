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

export interface FailedMeasure {
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
export interface Faint {
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
