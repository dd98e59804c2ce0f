import type {
  CompareFacesAnswer,
  FaceAttributes,
  FaceExpression,
  FaceQuality,
  GetFaceVecAnswer,
  GetImageAttrAnswer,
  HeadPose,
  MatchFacesAnswer,
} from './api-types.js';
import { LANDMARK_NAMES } from './api-types.js';
import { MalformedAnswerError } from './errors.js';
import { isRecord, type OkAnswer } from './request-answer.js';
import type {
  AttributesResult,
  CompareResult,
  DescribedFace,
  Face,
  MatchResult,
  ResultMeta,
  VectorResult,
} from './results.js';

/** Above it, Face Compare means the same person. */
const COMPARE_THRESHOLD = 0.6;
const VECTOR_LENGTH = 128;

/** An answer together with the number of attempts that it took. */
export interface Answered {
  readonly answer: OkAnswer;
  readonly attempts: number;
}

export function matchResult(answered: Answered): MatchResult {
  const { score, status } = dataOf(answered);
  if (status !== 'match' && status !== 'not a match') throw malformed(answered, 'data.status');
  return {
    score: decimal(answered, 'score', score),
    isMatch: status === 'match',
    meta: metaOf(answered),
    raw: answered.answer.body as unknown as MatchFacesAnswer,
  };
}

export function compareResult(answered: Answered): CompareResult {
  const confidence = decimal(answered, 'confidence', dataOf(answered)['confidence']);
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
    ...(isNumbers(value.vector, VECTOR_LENGTH) && { vector: value.vector }),
  };
}

/** The fields that only some calls ask for, checked as far as a caller would trip over them. */
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
  Array.isArray(value['failed']);

const isExpression = (value: unknown): boolean =>
  hasNumbers(value, 'smile', 'mouth_opening', 'left_eye_opening', 'right_eye_opening') &&
  isRecord(value) &&
  isRecord(value['blendshapes']);

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
    isRecord(points) &&
    LANDMARK_NAMES.every((name) => isPoint(points[name]))
  );
}

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
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) throw malformed(answered, `data.${field}`);
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
