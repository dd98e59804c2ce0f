import { confidenceOf, falseMatchRate, MATCH_THRESHOLD, MAX_DISTANCE } from '@facet/engine';
import { z } from 'zod';

/** Six digits: far more precise than the vectors are, and still readable. */
const SCORE_DIGITS = 6;
/** One digit more than the score, so that every step of the score is a step of the confidence. */
const CONFIDENCE_DIGITS = 7;

/** The distance as every response states it: rounded once, before anything is derived from it. */
const stated = (distance: number): number =>
  Number(Math.min(MAX_DISTANCE, Math.max(0, distance)).toFixed(SCORE_DIGITS));

export const score = (distance: number): string => stated(distance).toFixed(SCORE_DIGITS);

export const verdict = (distance: number): 'match' | 'not a match' =>
  stated(distance) < MATCH_THRESHOLD ? 'match' : 'not a match';

/** Above 0.6 exactly if the result is a match. */
export const confidence = (distance: number): string =>
  confidenceOf(stated(distance)).toFixed(CONFIDENCE_DIGITS);

/** The confidence in per cent, with as many digits: above 60 exactly if the result is a match. */
const SIMILARITY_DIGITS = CONFIDENCE_DIGITS - 2;
/** The precision of the measured false match rates. */
const RATE_DIGITS = 2;

export const Judged = z.object({
  distance: z.number().min(0).max(MAX_DISTANCE).describe('The score as a number.'),
  threshold: z.number().describe('Below this distance it is a match.'),
  similarity: z
    .number()
    .min(0)
    .max(100)
    .describe(
      'Per cent: 100 at distance 0, 60 at 0.5, 0 at 0.9, straight lines between. Above 60 it is a match.',
    ),
  false_match_rate: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'The share of pairs of different people that are at least as near, by 1.2 million measured pairs. Below 0.00001 it is extrapolated, and it is never stated as less than 1e-10.',
    ),
});

/** What a distance means. */
export function judged(distance: number): z.infer<typeof Judged> {
  const value = stated(distance);
  return {
    distance: value,
    threshold: MATCH_THRESHOLD,
    similarity: Number((confidenceOf(value) * 100).toFixed(SIMILARITY_DIGITS)),
    false_match_rate: Number(falseMatchRate(value).toPrecision(RATE_DIGITS)),
  };
}
