import { DIMENSIONS, squaredDistance } from '../vector.js';

/** Facet's vectors are scaled so that two faces count as the same person when they are nearer than this. */
export const MATCH_THRESHOLD = 0.5;
/** The service states distances from 0 to this. */
export const MAX_DISTANCE = 0.9;
/** The similarity at the match threshold, in per cent. */
const SIMILARITY_AT_THRESHOLD = 60;

/**
 * The Euclidean distance of two vectors of the same model: the score of a match. NaN, which is below no threshold, for
 * what is not 128 numbers: a broken vector must not match everybody.
 */
export const distanceBetween = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  a.length === DIMENSIONS && b.length === DIMENSIONS ? Math.sqrt(squaredDistance(a, b)) : NaN;

/** Per cent, as the service states it: 100 at distance 0, 60 at the threshold, 0 at 0.9, with straight lines between. */
export function similarityOf(distance: number): number {
  const similarity =
    distance <= MATCH_THRESHOLD
      ? 100 - ((100 - SIMILARITY_AT_THRESHOLD) * distance) / MATCH_THRESHOLD
      : (SIMILARITY_AT_THRESHOLD * (MAX_DISTANCE - distance)) / (MAX_DISTANCE - MATCH_THRESHOLD);
  return Math.min(100, Math.max(0, similarity));
}
