import { MalformedResponseError } from './errors.js';
import type { FaceAttributes, MatchFacesResponse, Responses } from './generated/api-types.js';
import { DATA, FaceAttributes as FACE_SHAPE } from './generated/api-values.js';
import { IMAGE_ATTRIBUTES, imageAttributes, vectorAttributes } from './read-attributes.js';
import type { LivenessResult, LivenessSession } from './liveness-results.js';
import { readEnvelope, type OkResponse } from './response.js';
import type {
  AttributesResult,
  CompareResult,
  Face,
  JudgedDistance,
  MatchedFace,
  MatchResult,
  RedactResult,
  ResultMeta,
  VectorResult,
} from './results.js';
import { FacetServiceError } from './service-errors.js';
import { misfit } from './shape.js';

/** Above it, Face Compare means the same person. */
const COMPARE_THRESHOLD = 0.6;

/** A response and the number of attempts that it took. */
export interface CallResponse {
  readonly response: OkResponse;
  readonly attempts: number;
}

/** The data of a response to the operation, which is as documented, and what comes with every result. */
export function opened<Name extends keyof Responses>(
  received: CallResponse,
  operation: Name,
): {
  readonly data: Responses[Name]['data'];
  readonly rest: { readonly meta: ResultMeta; readonly raw: Responses[Name] };
} {
  const { body } = received.response;
  const wrong = misfit(DATA[operation], body['data']);
  if (wrong !== null) throw malformed(received, ['data', ...wrong].join('.'));
  const raw = body as unknown as Responses[Name];
  return { data: raw.data, rest: { meta: metaOf(received), raw } };
}

export function matchResult(received: CallResponse): MatchResult {
  const { data, rest } = opened(received, 'matchFaces');
  const { details, faces } = data;
  return {
    ...scoreOf(received, 'data', data),
    ...(details && {
      details: { ...judgedDistance(details), boxes: [details.face_rectangle_1, details.face_rectangle_2] },
    }),
    ...(faces && { faces: faces.map((face, n) => matchedFace(received, `data.faces.${n}`, face)) }),
    ...rest,
  };
}

type WireMatch = MatchFacesResponse['data'];
type WireFace = NonNullable<WireMatch['faces']>[number];

function matchedFace(received: CallResponse, place: string, face: WireFace): MatchedFace {
  const { details } = face;
  return {
    ...scoreOf(received, place, face),
    box: face.face_rectangle,
    ...(details && { details: judgedDistance(details) }),
  };
}

function scoreOf(
  received: CallResponse,
  place: string,
  { score, status }: Pick<WireMatch, 'score' | 'status'>,
): Pick<MatchedFace, 'score' | 'isMatch'> {
  if (!VERDICTS.has(status)) throw malformed(received, `${place}.status`);
  return { score: decimal(received, `${place}.score`, score), isMatch: status === 'match' };
}

const VERDICTS: ReadonlySet<string> = new Set<WireMatch['status']>(['match', 'not a match']);

const judgedDistance = (details: NonNullable<WireFace['details']>): JudgedDistance => ({
  distance: details.distance,
  threshold: details.threshold,
  similarity: details.similarity,
  falseMatchRate: details.false_match_rate,
});

/** Each image of a batch has the envelope that a call of its own would have had. */
export function batchResults<Result>(
  received: CallResponse,
  read: (one: CallResponse) => Result,
): (Result | FacetServiceError)[] {
  const { data } = received.response.body;
  const wrong = misfit({ fields: { results: { list: 'any' } } }, data);
  if (wrong !== null) throw malformed(received, ['data', ...wrong].join('.'));
  const { headers, httpStatus } = received.response;
  return (data as { readonly results: readonly unknown[] }).results.map((body, n) => {
    const envelope = readEnvelope(body, { httpStatus, ...headers });
    if (envelope === null) throw malformed(received, `data.results.${n}`);
    if (envelope instanceof FacetServiceError) return envelope;
    return read({ ...received, response: { ...received.response, body: envelope } });
  });
}

export function compareResult(received: CallResponse): CompareResult {
  const { data, rest } = opened(received, 'compareFaces');
  const confidence = decimal(received, 'data.confidence', data.confidence);
  return { confidence, isMatch: confidence > COMPARE_THRESHOLD, ...rest };
}

export function vectorResult(received: CallResponse): VectorResult {
  const { data, rest } = opened(received, 'getFaceVec');
  const { model } = rest.meta;
  if (model === undefined) throw malformed(received, 'the header X-Facet-Model');
  return { vector: data.vector, ...vectorAttributes(data), model, ...rest };
}

export function sessionResult(received: CallResponse): LivenessSession {
  const { data, rest } = opened(received, 'openLivenessSession');
  const { session, steps, expires_at: expiresAt } = data;
  return { session, steps, expiresAt: new Date(expiresAt), ...rest };
}

export function livenessResult(received: CallResponse): LivenessResult {
  const { data, rest } = opened(received, 'checkLiveness');
  const { live, reason, explanation, steps, scores, best_frame: bestFrame, vector, match } = data;
  return {
    isLive: live,
    reason,
    explanation,
    steps: steps.map(({ action, done, frame }) => ({ action, isDone: done, frame })),
    challengeScore: scores.challenge,
    spoofScore: scores.spoof,
    bestFrame,
    ...(vector && { vector }),
    ...(match && { match: scoreOf(received, 'data.match', match) }),
    ...rest,
  };
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
  const { data, rest } = opened(received, 'getImageAttr');
  const { image_size: size, ...faces } = data.attributes;
  const [height, width] = size;
  const ids = Object.keys(faces).filter(isFaceId).sort(byNumber);
  return {
    faces: ids.map((id) => faceOf(received, id, faces[id])),
    imageSize: { width, height },
    ...rest,
  };
}

const isFaceId = (key: string): key is Face['id'] => /^face_id_\d+$/.test(key);
const byNumber = (a: Face['id'], b: Face['id']): number => Number(a.slice(8)) - Number(b.slice(8));

function faceOf(received: CallResponse, id: Face['id'], value: unknown): Face {
  checkFace(received, `data.attributes.${id}`, value);
  return {
    id,
    box: value.face_rectangle,
    age: value.age,
    gender: value.gender,
    genderConfidence: value.gender_confidence,
    landmarks: value.landmarks.faceLandMark,
    ...imageAttributes(value),
  };
}

/** What is wrong inside a face or one of its attributes need not be told in detail. */
function checkFace(received: CallResponse, place: string, value: unknown): asserts value is FaceAttributes {
  const wrong = misfit(FACE_SHAPE, value);
  if (wrong === null) return;
  const attribute = IMAGE_ATTRIBUTES.find((name) => name === wrong[0]);
  throw malformed(received, attribute === undefined ? place : `${place}.${attribute}`);
}

function decimal(received: CallResponse, field: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw malformed(received, field);
  return Number(text);
}

function metaOf({ response, attempts }: CallResponse): ResultMeta {
  const { requestId, model, rateLimit, quota } = response.headers;
  return {
    attempts,
    ...(requestId !== undefined && { requestId }),
    ...(model !== undefined && { model }),
    ...(rateLimit && { rateLimit }),
    ...(quota && { quota }),
  };
}

const malformed = ({ response }: CallResponse, field: string): MalformedResponseError =>
  new MalformedResponseError(`The response says "ok", but ${field} is missing or not as documented.`, {
    httpStatus: response.httpStatus,
    requestId: response.headers.requestId,
  });
