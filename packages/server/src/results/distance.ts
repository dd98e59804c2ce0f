import { MATCH_THRESHOLD, MAX_DISTANCE } from '@facet/engine';

/** Six digits: far finer than the vectors mean, and short enough to read. */
const SCORE_DIGITS = 6;
/** One digit more than the score, so that every step of the score is a step of the confidence. */
const CONFIDENCE_DIGITS = 7;

const CONFIDENCE_AT_THRESHOLD = 0.6;

/** The distance as every answer states it: rounded once, before anything is concluded from it. */
const stated = (distance: number): number =>
  Number(Math.min(MAX_DISTANCE, Math.max(0, distance)).toFixed(SCORE_DIGITS));

export const score = (distance: number): string => stated(distance).toFixed(SCORE_DIGITS);

export const verdict = (distance: number): 'match' | 'not a match' =>
  stated(distance) < MATCH_THRESHOLD ? 'match' : 'not a match';

/** Two straight lines: 0 ↔ 1, 0.5 ↔ 0.6, 0.9 ↔ 0. Above 0.6 exactly where the verdict is a match. */
export function confidence(distance: number): string {
  const d = stated(distance);
  const value =
    d <= MATCH_THRESHOLD
      ? 1 - ((1 - CONFIDENCE_AT_THRESHOLD) * d) / MATCH_THRESHOLD
      : (CONFIDENCE_AT_THRESHOLD * (MAX_DISTANCE - d)) / (MAX_DISTANCE - MATCH_THRESHOLD);
  return value.toFixed(CONFIDENCE_DIGITS);
}
