import type { FaceExpression, SeenFace } from './face.js';

/** 93% */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** "about 34", or the range where the years were not asked for. */
export const ageText = ({ age, details }: SeenFace): string =>
  details === null ? age : `about ${Math.round(details.ageYears)}`;

export const genderText = ({ gender, genderConfidence }: SeenFace): string =>
  `${gender}, ${percent(genderConfidence)} confidence`;

/** From here on a face shows it, judged on the scores of the blendshape network. */
const SHOWN = 0.45;
/** docs/api.md: a mouth is open from about 0.1 on, and an eye is closed below about 0.16. */
const MOUTH_OPEN = 0.25;
const EYE_CLOSED = 0.16;

/** What the face is doing, in one or two words. */
export function expressionText(expression: FaceExpression): string {
  const { smile, mouthOpening, leftEyeOpening, rightEyeOpening, browsUp, pucker } = expression;
  const left = leftEyeOpening < EYE_CLOSED;
  const right = rightEyeOpening < EYE_CLOSED;
  if (left && right) return 'eyes closed';
  if (left || right) return 'winking';
  if (smile >= SHOWN) return mouthOpening >= MOUTH_OPEN ? 'laughing' : 'smiling';
  if (mouthOpening >= MOUTH_OPEN) return browsUp >= SHOWN ? 'surprised' : 'mouth open';
  if (pucker >= SHOWN) return 'kissing';
  if (browsUp >= SHOWN) return 'brows raised';
  return 'neutral';
}

/** Which way the head is turned, as the person in the picture would say it. */
export function poseText(yaw: number, pitch: number): string {
  const sideways = Math.abs(yaw) < 12 ? '' : yaw > 0 ? 'right' : 'left';
  const upwards = Math.abs(pitch) < 15 ? '' : pitch > 0 ? 'up' : 'down';
  const parts = [upwards, sideways].filter((part) => part !== '');
  return parts.length === 0 ? 'ahead' : parts.join(' and ');
}

/** Everything in a sentence, for screen readers. */
export function faceSentence(face: SeenFace): string {
  const age = face.details === null ? `${face.age} years` : `${ageText(face)} years old`;
  const expression = face.expression === null ? '' : `, ${expressionText(face.expression)}`;
  return `Face ${face.id + 1}: ${age}, ${genderText(face)}${expression}`;
}

export const facesText = (count: number): string =>
  count === 0 ? 'No face found' : count === 1 ? '1 face' : `${count} faces`;
