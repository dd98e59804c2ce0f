import {
  failedGates,
  requested,
  type AttributedFace,
  type Box,
  type Expression,
  type Face,
  type Point,
  type Quality,
  type Size,
} from '@facet/engine';
import { faceRectangle } from '../../faces/index.js';
import { LANDMARKS, type LandmarkType } from './landmarks.js';

/** What a caller may name in `Attributes`, and the field that it adds. Of the others, the service knows nothing. */
const FIELDS: Readonly<
  Record<string, 'AgeRange' | 'Gender' | 'Smile' | 'EyesOpen' | 'MouthOpen' | 'Emotions'>
> = {
  AGE_RANGE: 'AgeRange',
  GENDER: 'Gender',
  SMILE: 'Smile',
  EYES_OPEN: 'EyesOpen',
  MOUTH_OPEN: 'MouthOpen',
  EMOTIONS: 'Emotions',
};
export const ATTRIBUTE_NAMES = [
  'DEFAULT',
  'ALL',
  ...Object.keys(FIELDS),
  'BEARD',
  'EYEGLASSES',
  'EYE_DIRECTION',
  'FACE_OCCLUDED',
  'MUSTACHE',
  'SUNGLASSES',
];

const FIVE: readonly LandmarkType[] = ['eyeLeft', 'eyeRight', 'mouthLeft', 'mouthRight', 'nose'];
const DIGITS = 6;
const rounded = (value: number): number => Number(value.toFixed(DIGITS));
const percent = (share: number): number => rounded(100 * Math.min(1, Math.max(0, share)));

interface BoundingBox {
  readonly Left: number;
  readonly Top: number;
  readonly Width: number;
  readonly Height: number;
}

/** The rectangle as shares of the image. */
function boundingBox(box: Box, image: Size): BoundingBox {
  const [x1, y1, x2, y2] = faceRectangle(box, image, { kind: 'detect' });
  return {
    Left: rounded(x1 / image.width),
    Top: rounded(y1 / image.height),
    Width: rounded((x2 - x1) / image.width),
    Height: rounded((y2 - y1) / image.height),
  };
}

/** The fields of `DEFAULT`. */
export interface FaceDetail {
  readonly BoundingBox: BoundingBox;
  readonly Confidence: number;
  readonly Landmarks: readonly { readonly Type: LandmarkType; readonly X: number; readonly Y: number }[];
  readonly Pose: { readonly Roll: number; readonly Yaw: number; readonly Pitch: number };
  readonly Quality: { readonly Brightness: number; readonly Sharpness: number };
}

/** What every face has. */
export function defaultDetail(
  { box, confidence, landmarks, pose }: Face,
  quality: Quality | undefined,
  image: Size,
  types: readonly LandmarkType[] = FIVE,
): FaceDetail {
  const { illumination, sharpness } = requested(quality);
  return {
    BoundingBox: boundingBox(box, image),
    Confidence: percent(confidence),
    Landmarks: types.map((type) => ({ Type: type, ...shareOf(centre(landmarks, LANDMARKS[type]), image) })),
    Pose: { Roll: rounded(pose.roll), Yaw: rounded(pose.yaw), Pitch: rounded(pose.pitch) },
    Quality: { Brightness: percent(illumination / 255), Sharpness: percent(sharpness) },
  };
}

/** A face with the requested attributes; the engine has computed quality and expression. */
export function faceDetail(
  face: AttributedFace,
  image: Size,
  attributes: readonly string[],
): FaceDetail & Readonly<Record<string, unknown>> {
  const { quality, expression } = face;
  const all = attributes.includes('ALL');
  const types = all ? (Object.keys(LANDMARKS) as LandmarkType[]) : FIVE;
  const fields = Object.entries({
    AgeRange: ageRange(face),
    Gender: { Value: face.gender === 'male' ? 'Male' : 'Female', Confidence: percent(face.genderConfidence) },
    ...expressionDetail(requested(expression)),
  });
  const wanted = new Set(attributes.map((name) => FIELDS[name]));
  return {
    ...defaultDetail(face, quality, image, types),
    ...Object.fromEntries(fields.filter(([name]) => all || wanted.has(name as 'AgeRange'))),
  };
}

function ageRange({ ageRange: range }: AttributedFace): { Low: number; High: number } {
  const [Low = 0, High = 0] = range.split('-').map(Number);
  return { Low, High };
}

/** Where an eye or a mouth is as likely open as closed. */
const EYE_OPEN = 0.16;
const MOUTH_OPEN = 0.1;

/** 50 at the limit, 100 from the double of it on and at 0. */
const openness = (opening: number, limit: number) => ({
  Value: opening >= limit,
  Confidence: percent(0.5 + Math.min(0.5, Math.abs(opening - limit) / limit / 2)),
});

const scored = (score: number) => ({ Value: score >= 0.5, Confidence: percent(Math.max(score, 1 - score)) });

function expressionDetail({ smile, mouthOpening, leftEyeOpening, rightEyeOpening, blendshapes }: Expression) {
  // Others, such as anger and fear, cannot be told from the scores.
  const emotions = { HAPPY: smile, SURPRISED: Math.min(blendshapes.jawOpen, blendshapes.browInnerUp) };
  return {
    Smile: scored(smile),
    EyesOpen: openness(Math.min(leftEyeOpening, rightEyeOpening), EYE_OPEN),
    MouthOpen: openness(mouthOpening, MOUTH_OPEN),
    Emotions: Object.entries(emotions)
      .filter(([, score]) => score >= 0.5)
      .map(([Type, score]) => ({ Type, Confidence: percent(score) }))
      .sort((a, b) => b.Confidence - a.Confidence),
  };
}

export const QUALITY_FILTERS = ['NONE', 'AUTO', 'LOW', 'MEDIUM', 'HIGH'] as const;
export type QualityFilter = (typeof QUALITY_FILTERS)[number];

const GATE_REASONS = {
  'face-too-small': 'SMALL_BOUNDING_BOX',
  'low-illumination': 'LOW_BRIGHTNESS',
  'incorrect-pose': 'EXTREME_POSE',
} as const;
/** Below this a face is blurred. */
const MIN_SHARPNESS = 0.35;

/** Why a face does not pass the filter; empty if it does. */
export function filteredOut(
  filter: QualityFilter,
  { box }: Face,
  measured: Quality | undefined,
  image: Size,
): string[] {
  if (filter === 'NONE') return [];
  const quality = requested(measured);
  const [x1, y1, x2, y2] = faceRectangle(box, image, { kind: 'detect' });
  const reasons = failedGates(Math.min(x2 - x1, y2 - y1), quality).map(({ code }) => GATE_REASONS[code]);
  const isBlurred = filter !== 'LOW' && quality.sharpness < MIN_SHARPNESS;
  return isBlurred ? [...reasons, 'LOW_SHARPNESS'] : reasons;
}

const shareOf = ({ x, y }: Point, { width, height }: Size) => ({
  X: rounded(x / width),
  Y: rounded(y / height),
});

/** The middle of some of the 68 points. */
function centre(points: readonly Point[], places: readonly number[]): Point {
  const chosen = places.flatMap((place) => points[place] ?? []);
  const sum = chosen.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / chosen.length, y: sum.y / chosen.length };
}
