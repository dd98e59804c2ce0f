import {
  type CompareFacesResponse,
  type FaceAttributes,
  type GetFaceVecResponse,
  type GetImageAttrResponse,
  LANDMARK_NAMES,
  VECTOR_LENGTH,
  type MatchFacesResponse,
} from './api-types.js';
import { MalformedResponseError } from './errors.js';
import type { Box } from './face-options.js';
import { imageAttributes, vectorAttributes } from './read-attributes.js';
import { FacetServiceError } from './service-errors.js';
import { isRecord, type OkResponse, readEnvelope } from './response.js';
import type {
  AttributesResult,
  CompareResult,
  Face,
  JudgedDistance,
  MatchDetails,
  MatchedFace,
  MatchResult,
  RedactResult,
  ResultMeta,
  VectorResult,
} from './results.js';

/** Above it, Face Compare means the same person. */
const COMPARE_THRESHOLD = 0.6;

/** A response and the number of attempts that it took. */
export interface CallResponse {
  readonly response: OkResponse;
  readonly attempts: number;
}

export function matchResult(received: CallResponse): MatchResult {
  const data = dataOf(received);
  const { details, faces } = data;
  return {
    ...scoreOf(received, 'data', data),
    ...(details !== undefined && { details: matchDetails(received, details) }),
    ...(faces !== undefined && { faces: matchedFaces(received, faces) }),
    meta: metaOf(received),
    raw: received.response.body as unknown as MatchFacesResponse,
  };
}

export function scoreOf(
  received: CallResponse,
  place: string,
  { score, status }: Readonly<Record<string, unknown>>,
): Pick<MatchedFace, 'score' | 'isMatch'> {
  if (status !== 'match' && status !== 'not a match') throw malformed(received, `${place}.status`);
  return { score: decimal(received, `${place}.score`, score), isMatch: status === 'match' };
}

function matchDetails(received: CallResponse, value: unknown): MatchDetails {
  const judged = judgedDistance(received, 'data.details', value);
  const { face_rectangle_1: first, face_rectangle_2: second } = value as Readonly<Record<string, unknown>>;
  for (const box of [first, second])
    if (box !== undefined && !isBox(box)) throw malformed(received, 'data.details.face_rectangle');
  return { ...judged, boxes: [first as Box | undefined, second as Box | undefined] };
}

function matchedFaces(received: CallResponse, value: unknown): MatchedFace[] {
  if (!Array.isArray(value)) throw malformed(received, 'data.faces');
  return value.map((face: unknown, n): MatchedFace => {
    const place = `data.faces.${n}`;
    if (!isRecord(face) || !isBox(face['face_rectangle'])) throw malformed(received, place);
    const { details } = face;
    return {
      ...scoreOf(received, place, face),
      box: face['face_rectangle'],
      ...(details !== undefined && { details: judgedDistance(received, `${place}.details`, details) }),
    };
  });
}

function judgedDistance(received: CallResponse, place: string, value: unknown): JudgedDistance {
  if (!isRecord(value)) throw malformed(received, place);
  const { distance, threshold, similarity, false_match_rate: falseMatchRate } = value;
  if (
    typeof distance !== 'number' ||
    typeof threshold !== 'number' ||
    typeof similarity !== 'number' ||
    typeof falseMatchRate !== 'number'
  )
    throw malformed(received, place);
  return { distance, threshold, similarity, falseMatchRate };
}

export const isBox = (value: unknown): value is Box => isNumbers(value, 4);

/** Each image of a batch has the envelope that a call of its own would have had. */
export function batchResults<Result>(
  received: CallResponse,
  read: (one: CallResponse) => Result,
): (Result | FacetServiceError)[] {
  const { results } = dataOf(received);
  if (!Array.isArray(results)) throw malformed(received, 'data.results');
  const { headers, httpStatus } = received.response;
  return results.map((body: unknown, n) => {
    const envelope = readEnvelope(body, { httpStatus, ...headers });
    if (envelope === null) throw malformed(received, `data.results.${n}`);
    if (envelope instanceof FacetServiceError) return envelope;
    return read({ ...received, response: { ...received.response, body: envelope } });
  });
}

export function compareResult(received: CallResponse): CompareResult {
  const confidence = decimal(received, 'data.confidence', dataOf(received)['confidence']);
  return {
    confidence,
    isMatch: confidence > COMPARE_THRESHOLD,
    meta: metaOf(received),
    raw: received.response.body as unknown as CompareFacesResponse,
  };
}

export function vectorResult(received: CallResponse): VectorResult {
  const data = dataOf(received);
  const vector = vectorOf(received, data['vector']);
  const { model } = received.response.headers;
  if (model === undefined) throw malformed(received, 'the header X-Facet-Model');
  return {
    vector,
    ...vectorAttributes(data, (name) => malformed(received, `data.${name}`)),
    model,
    meta: metaOf(received),
    raw: received.response.body as unknown as GetFaceVecResponse,
  };
}

export function vectorOf(received: CallResponse, vector: unknown): number[] {
  if (!isNumbers(vector, VECTOR_LENGTH)) throw malformed(received, 'data.vector');
  return vector;
}

export function redactResult(received: CallResponse): RedactResult {
  const { file, headers } = received.response;
  const type = file?.type;
  if (file === undefined || (type !== 'image/jpeg' && type !== 'image/png'))
    throw malformed(received, 'the picture');
  if (headers.faces === undefined) throw malformed(received, 'the header X-Facet-Faces');
  return { image: file, type, faces: headers.faces, meta: metaOf(received) };
}

export function attributesResult(received: CallResponse): AttributesResult {
  const { attributes } = dataOf(received);
  if (!isRecord(attributes)) throw malformed(received, 'data.attributes');
  const { image_size: size } = attributes;
  if (!isNumbers(size, 2)) throw malformed(received, 'data.attributes.image_size');
  const [height = 0, width = 0] = size;
  const ids = Object.keys(attributes).filter(isFaceId).sort(byNumber);
  return {
    faces: ids.map((id) => faceOf(received, id, attributes[id])),
    imageSize: { width, height },
    meta: metaOf(received),
    raw: received.response.body as unknown as GetImageAttrResponse,
  };
}

const isFaceId = (key: string): key is Face['id'] => /^face_id_\d+$/.test(key);
const byNumber = (a: Face['id'], b: Face['id']): number => Number(a.slice(8)) - Number(b.slice(8));

function faceOf(received: CallResponse, id: Face['id'], value: unknown): Face {
  if (!isFaceAttributes(value)) throw malformed(received, `data.attributes.${id}`);
  return {
    id,
    box: value.face_rectangle,
    age: value.age,
    gender: value.gender,
    genderConfidence: value.gender_confidence,
    landmarks: value.landmarks.faceLandMark,
    ...imageAttributes({ ...value }, (name) => malformed(received, `data.attributes.${id}.${name}`)),
  };
}

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

export function dataOf(received: CallResponse): Readonly<Record<string, unknown>> {
  const { data } = received.response.body;
  if (!isRecord(data)) throw malformed(received, 'data');
  return data;
}

function decimal(received: CallResponse, field: string, value: unknown): number {
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) throw malformed(received, field);
  return Number(value);
}

export function metaOf({ response, attempts }: CallResponse): ResultMeta {
  const { requestId, model, rateLimit, quota } = response.headers;
  return {
    attempts,
    ...(requestId !== undefined && { requestId }),
    ...(model !== undefined && { model }),
    ...(rateLimit && { rateLimit }),
    ...(quota && { quota }),
  };
}

export const malformed = ({ response }: CallResponse, field: string): MalformedResponseError =>
  new MalformedResponseError(`The response says "ok", but ${field} is missing or not as documented.`, {
    httpStatus: response.httpStatus,
    requestId: response.headers.requestId,
  });
