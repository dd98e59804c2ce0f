import {
  BLENDSHAPE_NAMES,
  type CompareFacesAnswer,
  type FaceAttributes,
  type FaceExpression,
  type FaceQuality,
  type GetFaceVecAnswer,
  type GetImageAttrAnswer,
  type HeadPose,
  LANDMARK_NAMES,
  VECTOR_LENGTH,
  type MatchFacesAnswer,
} from './api-types.js';
import { MalformedAnswerError } from './errors.js';
import type { Box } from './face-options.js';
import { FacetServiceError, isFailedCondition } from './service-errors.js';
import { isRecord, type OkAnswer, readEnvelope } from './answer.js';
import type {
  AttributesResult,
  CompareResult,
  DescribedFace,
  Face,
  JudgedDistance,
  MatchDetails,
  MatchedFace,
  MatchResult,
  ResultMeta,
  VectorResult,
} from './results.js';

/** Above it, Face Compare means the same person. */
const COMPARE_THRESHOLD = 0.6;

/** An answer together with the number of attempts that it took. */
export interface Answered {
  readonly answer: OkAnswer;
  readonly attempts: number;
}

export function matchResult(answered: Answered): MatchResult {
  const data = dataOf(answered);
  const { details, faces } = data;
  return {
    ...scoreOf(answered, 'data', data),
    ...(details !== undefined && { details: matchDetails(answered, details) }),
    ...(faces !== undefined && { faces: matchedFaces(answered, faces) }),
    meta: metaOf(answered),
    raw: answered.answer.body as unknown as MatchFacesAnswer,
  };
}

function scoreOf(
  answered: Answered,
  place: string,
  { score, status }: Readonly<Record<string, unknown>>,
): Pick<MatchedFace, 'score' | 'isMatch'> {
  if (status !== 'match' && status !== 'not a match') throw malformed(answered, `${place}.status`);
  return { score: decimal(answered, `${place}.score`, score), isMatch: status === 'match' };
}

function matchDetails(answered: Answered, value: unknown): MatchDetails {
  const judged = judgedDistance(answered, 'data.details', value);
  const { face_rectangle_1: first, face_rectangle_2: second } = value as Readonly<Record<string, unknown>>;
  for (const box of [first, second])
    if (box !== undefined && !isBox(box)) throw malformed(answered, 'data.details.face_rectangle');
  return { ...judged, boxes: [first as Box | undefined, second as Box | undefined] };
}

function matchedFaces(answered: Answered, value: unknown): MatchedFace[] {
  if (!Array.isArray(value)) throw malformed(answered, 'data.faces');
  return value.map((face: unknown, n): MatchedFace => {
    const place = `data.faces.${n}`;
    if (!isRecord(face) || !isBox(face['face_rectangle'])) throw malformed(answered, place);
    const { details } = face;
    return {
      ...scoreOf(answered, place, face),
      box: face['face_rectangle'],
      ...(details !== undefined && { details: judgedDistance(answered, `${place}.details`, details) }),
    };
  });
}

function judgedDistance(answered: Answered, place: string, value: unknown): JudgedDistance {
  if (!isRecord(value)) throw malformed(answered, place);
  const { distance, threshold, similarity, false_match_rate: falseMatchRate } = value;
  if (
    typeof distance !== 'number' ||
    typeof threshold !== 'number' ||
    typeof similarity !== 'number' ||
    typeof falseMatchRate !== 'number'
  )
    throw malformed(answered, place);
  return { distance, threshold, similarity, falseMatchRate };
}

const isBox = (value: unknown): value is Box => isNumbers(value, 4);

/** Each image of a batch has the envelope that a call of its own would have had. */
export function batchResults<Result>(
  answered: Answered,
  read: (one: Answered) => Result,
): (Result | FacetServiceError)[] {
  const { results } = dataOf(answered);
  if (!Array.isArray(results)) throw malformed(answered, 'data.results');
  const { headers, httpStatus } = answered.answer;
  return results.map((body: unknown, n) => {
    const envelope = readEnvelope(body, { httpStatus, ...headers });
    if (envelope === null) throw malformed(answered, `data.results.${n}`);
    if (envelope instanceof FacetServiceError) return envelope;
    return read({ ...answered, answer: { ...answered.answer, body: envelope } });
  });
}

export function compareResult(answered: Answered): CompareResult {
  const confidence = decimal(answered, 'data.confidence', dataOf(answered)['confidence']);
  return {
    confidence,
    isMatch: confidence > COMPARE_THRESHOLD,
    meta: metaOf(answered),
    raw: answered.answer.body as unknown as CompareFacesAnswer,
  };
}

export function vectorResult(answered: Answered): VectorResult {
  const data = dataOf(answered);
  const { vector } = data;
  if (!isNumbers(vector, VECTOR_LENGTH)) throw malformed(answered, 'data.vector');
  const { model } = answered.answer.headers;
  if (model === undefined) throw malformed(answered, 'the header X-Facet-Model');
  return {
    vector,
    ...described(answered, 'data', data),
    model,
    meta: metaOf(answered),
    raw: answered.answer.body as unknown as GetFaceVecAnswer,
  };
}

export function attributesResult(answered: Answered): AttributesResult {
  const { attributes } = dataOf(answered);
  if (!isRecord(attributes)) throw malformed(answered, 'data.attributes');
  const { image_size: size } = attributes;
  if (!isNumbers(size, 2)) throw malformed(answered, 'data.attributes.image_size');
  const [height = 0, width = 0] = size;
  const ids = Object.keys(attributes).filter(isFaceId).sort(byNumber);
  return {
    faces: ids.map((id) => faceOf(answered, id, attributes[id])),
    imageSize: { width, height },
    meta: metaOf(answered),
    raw: answered.answer.body as unknown as GetImageAttrAnswer,
  };
}

const isFaceId = (key: string): key is Face['id'] => /^face_id_\d+$/.test(key);
const byNumber = (a: Face['id'], b: Face['id']): number => Number(a.slice(8)) - Number(b.slice(8));

function faceOf(answered: Answered, id: Face['id'], value: unknown): Face {
  if (!isFaceAttributes(value)) throw malformed(answered, `data.attributes.${id}`);
  return {
    id,
    box: value.face_rectangle,
    age: value.age,
    gender: value.gender,
    genderConfidence: value.gender_confidence,
    landmarks: value.landmarks.faceLandMark,
    ...described(answered, `data.attributes.${id}`, { ...value }),
    ...(value.age_years !== undefined && { ageYears: value.age_years }),
    ...(value.vector !== undefined && { vector: value.vector }),
  };
}

/** The fields that only some calls ask for, checked as far as callers rely on them. */
function described(
  answered: Answered,
  place: string,
  { confidence, pose, quality, expression }: Readonly<Record<string, unknown>>,
): DescribedFace {
  const check = (field: string, value: unknown, isRight: (value: unknown) => boolean): boolean => {
    if (value === undefined) return false;
    if (!isRight(value)) throw malformed(answered, `${place}.${field}`);
    return true;
  };
  return {
    ...(check('confidence', confidence, Number.isFinite) && { confidence: confidence as number }),
    ...(check('pose', pose, isPose) && { pose: pose as HeadPose }),
    ...(check('quality', quality, isQuality) && { quality: quality as FaceQuality }),
    ...(check('expression', expression, isExpression) && {
      expression: expressionOf(expression as FaceExpression),
    }),
  };
}

const hasNumbers = (value: unknown, ...names: string[]): boolean =>
  isRecord(value) && names.every((name) => Number.isFinite(value[name]));

const isPose = (value: unknown): boolean => hasNumbers(value, 'yaw', 'pitch', 'roll');

const isQuality = (value: unknown): boolean =>
  hasNumbers(value, 'score', 'sharpness', 'illumination', 'evenness') &&
  isRecord(value) &&
  isNumbers(value['size'], 2) &&
  Array.isArray(value['failed']) &&
  value['failed'].every(isFailedCondition);

const isExpression = (value: unknown): boolean =>
  hasNumbers(value, 'smile', 'mouth_opening', 'left_eye_opening', 'right_eye_opening') &&
  isRecord(value) &&
  hasNumbers(value['blendshapes'], ...BLENDSHAPE_NAMES);

const expressionOf = (wire: FaceExpression): NonNullable<DescribedFace['expression']> => ({
  smile: wire.smile,
  mouthOpening: wire.mouth_opening,
  leftEyeOpening: wire.left_eye_opening,
  rightEyeOpening: wire.right_eye_opening,
  blendshapes: wire.blendshapes,
});

function isFaceAttributes(value: unknown): value is FaceAttributes {
  if (!isRecord(value) || !isRecord(value['landmarks'])) return false;
  const { faceLandMark: points } = value['landmarks'];
  return (
    isNumbers(value['face_rectangle'], 4) &&
    typeof value['age'] === 'string' &&
    (value['gender'] === 'male' || value['gender'] === 'female') &&
    typeof value['gender_confidence'] === 'number' &&
    isOptional(value['age_years'], Number.isFinite) &&
    isOptional(value['vector'], (vector) => isNumbers(vector, VECTOR_LENGTH)) &&
    isRecord(points) &&
    LANDMARK_NAMES.every((name) => isPoint(points[name]))
  );
}

const isOptional = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
  value === undefined || isRight(value);

const isPoint = (value: unknown): boolean =>
  isRecord(value) && Number.isFinite(value['x']) && Number.isFinite(value['y']);

const isNumbers = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every((item) => Number.isFinite(item));

function dataOf(answered: Answered): Readonly<Record<string, unknown>> {
  const { data } = answered.answer.body;
  if (!isRecord(data)) throw malformed(answered, 'data');
  return data;
}

function decimal(answered: Answered, field: string, value: unknown): number {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) throw malformed(answered, field);
  return Number(value);
}

function metaOf({ answer, attempts }: Answered): ResultMeta {
  const { requestId, model, rateLimit, quota } = answer.headers;
  return {
    attempts,
    ...(requestId !== undefined && { requestId }),
    ...(model !== undefined && { model }),
    ...(rateLimit && { rateLimit }),
    ...(quota && { quota }),
  };
}

const malformed = ({ answer }: Answered, field: string): MalformedAnswerError =>
  new MalformedAnswerError(`The answer says "ok", but ${field} is missing or not as documented.`, {
    httpStatus: answer.httpStatus,
    requestId: answer.headers.requestId,
  });
