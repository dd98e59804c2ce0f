import { IMPOSTOR_DISTANCES } from './impostor-distances.js';
import { MATCH_THRESHOLD, MAX_DISTANCE } from './vector.js';

const CONFIDENCE_AT_THRESHOLD = 0.6;

/** How sure it is that a distance is one of the same person: 0 ↔ 1, 0.5 ↔ 0.6, 0.9 ↔ 0, linear in between. */
export const confidenceOf = (distance: number): number =>
  distance <= MATCH_THRESHOLD
    ? 1 - ((1 - CONFIDENCE_AT_THRESHOLD) * distance) / MATCH_THRESHOLD
    : (CONFIDENCE_AT_THRESHOLD * (MAX_DISTANCE - distance)) / (MAX_DISTANCE - MATCH_THRESHOLD);

/**
 * The share of pairs of different people that are at least as near as this, by the measured distances. Between two of them
 * the logarithm of the share is interpolated linearly; below the smallest distance of the table nothing is claimed.
 */
export function falseMatchRate(distance: number): number {
  const above = IMPOSTOR_DISTANCES.findIndex((point) => point.distance > distance);
  const from = IMPOSTOR_DISTANCES[above - 1];
  const to = IMPOSTOR_DISTANCES[above];
  if (to === undefined) return 1;
  if (from === undefined) return to.share;
  const part = (distance - from.distance) / (to.distance - from.distance);
  return from.share * (to.share / from.share) ** part;
}
