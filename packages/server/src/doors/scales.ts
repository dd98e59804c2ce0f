import { MATCH_THRESHOLD } from '@facet/engine';
import { statedDistance } from '../faces/index.js';

/**
 * How fast the similarity falls around the threshold: 0.96 at a distance of 0.2 below it, 0.04 at 0.2 above, where most
 * pairs of photos of one person and of two people are. CompreFace's own similarities are spread in the same way.
 */
const STEEPNESS = 16;
const DIGITS = 5;

/** What the service itself takes for a face is at least as certain as this. */
const LEAST_CONFIDENCE = 0.5;
/** CompreFace's usual `det_prob_threshold`, which must not lose faces that the service finds. */
const USUAL_THRESHOLD = 0.8;

/** A similarity from 1 to 0 that falls as the distance grows, and has this value at the threshold. */
export function similarityOf(distance: number, threshold = MATCH_THRESHOLD, atThreshold = 0.5): number {
  const odds = (1 - atThreshold) / atThreshold;
  const beyond = statedDistance(distance) - threshold;
  return Number((1 / (1 + odds * Math.exp(STEEPNESS * beyond))).toFixed(DIGITS));
}

/** The probability that something is a face, 0 to 1: 0.8 for what is just a face to the service. */
export const faceProbability = (confidence: number): number =>
  Number(
    (confidence < LEAST_CONFIDENCE
      ? (confidence / LEAST_CONFIDENCE) * USUAL_THRESHOLD
      : 1 - ((1 - confidence) / (1 - LEAST_CONFIDENCE)) * (1 - USUAL_THRESHOLD)
    ).toFixed(DIGITS),
  );
