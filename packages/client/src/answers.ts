/**
 * For programs that send requests themselves, such as a page that shows the progress of an upload: reads their answers
 * as `FacetClient` does, with the same checks, results and errors.
 */
import type { OkAnswer } from './answer.js';
import { attributesResult, matchResult, vectorResult } from './read-results.js';
import type { AttributesResult, MatchResult, VectorResult } from './results.js';

export { parseAnswer, type OkAnswer, type ReceivedAnswer } from './answer.js';
export { readAnswerHeaders, type Allowance, type AnswerHeaders } from './answer-headers.js';
export { BLENDSHAPE_NAMES, LANDMARK_NAMES, VECTOR_LENGTH } from './api-types.js';
export { FACET_CODES } from './error-codes.js';
export { FacetError, MalformedAnswerError } from './errors.js';
export { toBase64 } from './request-body.js';
export { isSafeToRepeat } from './retry.js';
export { EnrolmentError, FacetServiceError, NoFaceError, QualityError } from './service-errors.js';
export type { AttributesResult, Face, MatchResult, VectorResult } from './results.js';

/** Throw a `MalformedAnswerError` where the answer is not as documented. */
export const readAttributes = (answer: OkAnswer): AttributesResult =>
  attributesResult({ answer, attempts: 1 });
export const readMatch = (answer: OkAnswer): MatchResult => matchResult({ answer, attempts: 1 });
export const readVector = (answer: OkAnswer): VectorResult => vectorResult({ answer, attempts: 1 });
