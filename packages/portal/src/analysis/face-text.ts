import { facesText, percent } from '../app/format.js';
import { enrolmentLimit } from '../errors/error-rules.js';
import { shorterSide } from './box.js';
import type { Face, FaceExpression } from './face.js';

/** "Face 1" for `face_id_0`: people count from one. */
export const faceName = ({ id }: Pick<Face, 'id'>): string => `Face ${id + 1}`;

/** "34", or the age range if the years were not requested: for the box of a face. */
export const shortAge = ({ age, details }: Pick<Face, 'age' | 'details'>): string =>
  details === null ? age : String(Math.round(details.ageYears));

/** "about 34", or the age range if the years were not requested. */
export const ageText = ({ age, details }: Face): string =>
  details === null ? age : `about ${Math.round(details.ageYears)}`;

export const genderText = ({ gender, genderConfidence }: Face): string =>
  `${gender}, ${percent(genderConfidence)} confidence`;

/** The blendshape score from which an expression counts as shown. */
const SHOWN = 0.45;
/** Wide open: docs/api.md calls a mouth open from about 0.1. */
const MOUTH_OPEN = 0.25;

/** What the face is doing, in one or two words. */
export function expressionText(expression: FaceExpression): string {
  const { smile, mouthOpening, leftEyeOpening, rightEyeOpening, browsUp, pucker } = expression;
  const left = leftEyeOpening < enrolmentLimit('eyes_open');
  const right = rightEyeOpening < enrolmentLimit('eyes_open');
  if (left && right) return 'eyes closed';
  if (left || right) return 'winking';
  if (smile >= SHOWN) return mouthOpening >= MOUTH_OPEN ? 'laughing' : 'smiling';
  if (mouthOpening >= MOUTH_OPEN) return browsUp >= SHOWN ? 'surprised' : 'mouth open';
  if (pucker >= SHOWN) return 'kissing';
  if (browsUp >= SHOWN) return 'brows raised';
  return 'neutral';
}

/** Which way the head is turned, from the person's own point of view. */
export function poseText(yaw: number, pitch: number): string {
  const sideways = Math.abs(yaw) < 12 ? '' : yaw > 0 ? 'right' : 'left';
  const upwards = Math.abs(pitch) < 15 ? '' : pitch > 0 ? 'up' : 'down';
  const parts = [upwards, sideways].filter((part) => part !== '');
  return parts.length === 0 ? 'ahead' : parts.join(' and ');
}

/** A face in one sentence, for screen readers. */
export function faceSentence(face: Face): string {
  const age = face.details === null ? `${face.age} years` : `${ageText(face)} years old`;
  const expression = face.details === null ? '' : `, ${expressionText(face.details.expression)}`;
  return `${faceName(face)}: ${age}, ${genderText(face)}${expression}`;
}

export const foundText = (faces: number): string => (faces === 0 ? 'No face found' : facesText(faces));

/** Faces smaller than this have too little detail for age and gender. */
export const MIN_RELIABLE_SIDE = 32;
/** The service reports no face below 0.5. */
const MIN_RELIABLE_CONFIDENCE = 0.55;

/** Why the attributes of a face are unreliable, in a word and in a sentence. */
interface ReliabilityWarning {
  readonly word: 'small' | 'uncertain';
  readonly reason: string;
}

/** null for a face whose attributes can be trusted. */
export function reliabilityWarning({
  box,
  details,
}: Pick<Face, 'box' | 'details'>): ReliabilityWarning | null {
  const side = Math.round(shorterSide(box));
  if (side < MIN_RELIABLE_SIDE)
    return { word: 'small', reason: `Only ${side} pixels wide: age and gender are rough guesses.` };
  if (details !== null && details.confidence < MIN_RELIABLE_CONFIDENCE)
    return {
      word: 'uncertain',
      reason: `Only ${percent(details.confidence)} confidence: this may not be a face.`,
    };
  return null;
}

/** The face in short, for screen readers. */
export function faceSummary(face: Face): string {
  const warning = reliabilityWarning(face);
  return `${faceName(face)}: ${face.age} years, ${genderText(face)}${warning === null ? '' : `, ${warning.word}`}`;
}

export const NO_FACE_ADVICE = 'Try a photo in which a face is larger, brighter, or turned to the camera.';
