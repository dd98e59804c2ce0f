import { MAX_DISTANCE } from '@facet/engine';
import { statedDistance } from '../../faces/index.js';

/** The similarity at the threshold of the service: the default threshold of Amazon Rekognition. */
export const SAME_PERSON = 80;
const BEST = 100;
const DIGITS = 5;

/**
 * A distance as a similarity in per cent: 100 at distance 0, 80 at the threshold, 0 at the largest distance, straight
 * lines between.
 */
export function similarityOf(distance: number, threshold: number): number {
  const apart = statedDistance(distance);
  const similarity =
    apart < threshold
      ? BEST - ((BEST - SAME_PERSON) * apart) / threshold
      : (SAME_PERSON * (MAX_DISTANCE - apart)) / (MAX_DISTANCE - threshold);
  return Number(similarity.toFixed(DIGITS));
}

/** A search finds what is nearer than a distance, which must be above 0: a face that is in the collection is at 0. */
const LEAST = 1e-6;

/** The distance with this similarity. */
export function distanceOf(similarity: number, threshold: number): number {
  const distance =
    similarity >= SAME_PERSON
      ? (threshold * (BEST - similarity)) / (BEST - SAME_PERSON)
      : MAX_DISTANCE - (similarity * (MAX_DISTANCE - threshold)) / SAME_PERSON;
  return Math.min(MAX_DISTANCE, Math.max(LEAST, distance));
}
