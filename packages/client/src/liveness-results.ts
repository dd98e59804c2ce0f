import type { CheckLivenessResponse, OpenLivenessSessionResponse } from './api-types.js';
import { dataOf, malformed, metaOf, scoreOf, vectorOf, type CallResponse } from './read-results.js';
import { isRecord } from './response.js';
import type { MatchResult, ResultMeta } from './results.js';

export type LivenessAction = OpenLivenessSessionResponse['data']['steps'][number];
export type LivenessReason = NonNullable<CheckLivenessResponse['data']['reason']>;

export interface LivenessSession {
  /** For `checkLiveness`; it works once. */
  readonly session: string;
  /** The movements to make, each from looking at the camera and back again. Left and right are the person's own. */
  readonly steps: readonly LivenessAction[];
  readonly expiresAt: Date;
  readonly meta: ResultMeta;
  readonly raw: OpenLivenessSessionResponse;
}

export interface LivenessStep {
  readonly action: LivenessAction;
  readonly isDone: boolean;
  /** The frame in which the movement was complete, from 0. */
  readonly frame: number | null;
}

export interface LivenessResult {
  /** Whether one person was in front of the camera and made the movements of the session. */
  readonly isLive: boolean;
  /** Why not; null if live. */
  readonly reason: LivenessReason | null;
  /** The reason in plain words. */
  readonly explanation: string | null;
  readonly steps: readonly LivenessStep[];
  /** The share of the movements that were seen. */
  readonly challengeScore: number;
  /** How much single frames look like a picture of a face, 0 to 1; null if no frame shows one. */
  readonly spoofScore: number | null;
  /** The frame that shows the face best, from 0. */
  readonly bestFrame: number | null;
  /** With `returnVector`, where a frame shows a face: the vector of the best one. */
  readonly vector?: readonly number[];
  /** With `expected`, where a frame shows a face: the best one compared with it. */
  readonly match?: Pick<MatchResult, 'score' | 'isMatch'>;
  readonly meta: ResultMeta;
  readonly raw: CheckLivenessResponse;
}

export function sessionResult(received: CallResponse): LivenessSession {
  const { session, steps, expires_at: expires } = dataOf(received);
  if (typeof session !== 'string') throw malformed(received, 'data.session');
  if (!isTexts(steps)) throw malformed(received, 'data.steps');
  const expiresAt = new Date(typeof expires === 'string' ? expires : NaN);
  if (Number.isNaN(expiresAt.getTime())) throw malformed(received, 'data.expires_at');
  return {
    session,
    steps: steps as LivenessAction[],
    expiresAt,
    meta: metaOf(received),
    raw: received.response.body as unknown as OpenLivenessSessionResponse,
  };
}

export function livenessResult(received: CallResponse): LivenessResult {
  const data = dataOf(received);
  const { live, reason, explanation, steps, scores, best_frame: bestFrame, vector, match } = data;
  if (typeof live !== 'boolean') throw malformed(received, 'data.live');
  if (!isTextOrNull(reason) || !isTextOrNull(explanation)) throw malformed(received, 'data.reason');
  if (!Array.isArray(steps)) throw malformed(received, 'data.steps');
  if (!isRecord(scores) || typeof scores['challenge'] !== 'number' || !isNumberOrNull(scores['spoof']))
    throw malformed(received, 'data.scores');
  if (!isNumberOrNull(bestFrame)) throw malformed(received, 'data.best_frame');
  return {
    isLive: live,
    reason: reason as LivenessReason | null,
    explanation,
    steps: steps.map((step: unknown, n) => stepOf(received, `data.steps.${n}`, step)),
    challengeScore: scores['challenge'],
    spoofScore: scores['spoof'],
    bestFrame,
    ...(vector !== undefined && { vector: vectorOf(received, vector) }),
    ...(isRecord(match) && { match: scoreOf(received, 'data.match', match) }),
    meta: metaOf(received),
    raw: received.response.body as unknown as CheckLivenessResponse,
  };
}

function stepOf(received: CallResponse, place: string, step: unknown): LivenessStep {
  if (!isRecord(step)) throw malformed(received, place);
  const { action, done, frame } = step;
  if (typeof action !== 'string' || typeof done !== 'boolean' || !isNumberOrNull(frame))
    throw malformed(received, place);
  return { action: action as LivenessAction, isDone: done, frame };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';
const isNumberOrNull = (value: unknown): value is number | null => value === null || Number.isFinite(value);
