/**
 * For programs that send requests themselves, such as a page that shows the progress of an upload: reads their responses
 * as `FacetClient` does, with the same checks, results and errors.
 */
import type { LivenessResult, LivenessSession } from './liveness-results.js';
import type { OkResponse } from './response.js';
import {
  attributesResult,
  livenessResult,
  matchResult,
  sessionResult,
  vectorResult,
} from './read-results.js';
import type { AttributesResult, MatchResult, VectorResult } from './results.js';

export { parseResponse, type OkResponse, type ReceivedResponse } from './response.js';
export { readResponseHeaders, type LimitStatus, type ResponseHeaders } from './response-headers.js';
export { VECTOR_LENGTH } from './generated/api-values.js';
export { FACET_CODES, kindOfCode } from './error-codes.js';
export { FacetError, MalformedResponseError } from './errors.js';
export { toBase64 } from './request-body.js';
export {
  attributePaths,
  attributesOnWire,
  BLENDSHAPE_NAMES,
  IMAGE_ATTRIBUTES,
  LANDMARK_NAMES,
  type ImageAttribute,
} from './read-attributes.js';
export { isSafeToRepeat } from './retry.js';
export { EnrolmentError, FacetServiceError, NoFaceError, QualityError } from './service-errors.js';
export type { AttributesResult, Face, MatchResult, VectorResult } from './results.js';
export type { LivenessAction, LivenessReason } from './liveness-results.js';

/** Throw a `MalformedResponseError` where the response is not as documented. */
export const readAttributes = (response: OkResponse): AttributesResult =>
  attributesResult({ response, attempts: 1 });
export const readMatch = (response: OkResponse): MatchResult => matchResult({ response, attempts: 1 });
export const readVector = (response: OkResponse): VectorResult => vectorResult({ response, attempts: 1 });
export const readLivenessSession = (response: OkResponse): LivenessSession =>
  sessionResult({ response, attempts: 1 });
export const readLiveness = (response: OkResponse): LivenessResult =>
  livenessResult({ response, attempts: 1 });
