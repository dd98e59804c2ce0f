import type { CheckLivenessResponse, OpenLivenessSessionResponse } from './generated/api-types.js';
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
