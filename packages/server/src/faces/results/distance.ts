import { confidenceOf, falseMatchRate, MATCH_THRESHOLD, MAX_DISTANCE } from '@facet/engine';

/** Six digits: far more precise than the vectors are, and still readable. */
const SCORE_DIGITS = 6;
/** One digit more than the score, so that every step of the score is a step of the confidence. */
const CONFIDENCE_DIGITS = 7;

/** As many digits as every response shows of a distance. */
export const roundedDistance = (distance: number): number => Number(distance.toFixed(SCORE_DIGITS));

/** The distance as every response states it: rounded once, before anything is derived from it. */
export const statedDistance = (distance: number): number =>
  roundedDistance(Math.min(MAX_DISTANCE, Math.max(0, distance)));

export const score = (distance: number): string => statedDistance(distance).toFixed(SCORE_DIGITS);

export const isMatch = (distance: number): boolean => statedDistance(distance) < MATCH_THRESHOLD;

export const verdict = (distance: number): 'match' | 'not a match' =>
  isMatch(distance) ? 'match' : 'not a match';

/** Above 0.6 exactly if the result is a match. */
export const confidence = (distance: number): string =>
  confidenceOf(statedDistance(distance)).toFixed(CONFIDENCE_DIGITS);

/** The confidence in per cent, with as many digits: above 60 exactly if the result is a match. */
const SIMILARITY_DIGITS = CONFIDENCE_DIGITS - 2;
/** The precision of the measured false match rates. */
const RATE_DIGITS = 2;

export interface JudgedDistance {
  readonly distance: number;
  readonly threshold: number;
  readonly similarity: number;
  readonly false_match_rate: number;
}

/** What a distance means. */
export function judged(distance: number): JudgedDistance {
  const value = statedDistance(distance);
  return {
    distance: value,
    threshold: MATCH_THRESHOLD,
    similarity: Number((confidenceOf(value) * 100).toFixed(SIMILARITY_DIGITS)),
    false_match_rate: Number(falseMatchRate(value).toPrecision(RATE_DIGITS)),
  };
}
