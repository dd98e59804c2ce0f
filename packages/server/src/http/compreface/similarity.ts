import { MATCH_THRESHOLD } from '@facet/engine';
import { statedDistance } from '../../results/distance.js';

/**
 * How fast the similarity falls around the threshold: 0.96 at a distance of 0.2 below it, 0.04 at 0.2 above, where most
 * pairs of photos of one person and of two people are. CompreFace's own similarities are spread in the same way.
 */
const STEEPNESS = 16;
const DIGITS = 5;

/** A similarity from 1 to 0 that falls as the distance grows, and is 0.5 at the threshold. */
export const similarityOf = (distance: number, threshold = MATCH_THRESHOLD): number =>
  Number((1 / (1 + Math.exp(STEEPNESS * (statedDistance(distance) - threshold)))).toFixed(DIGITS));
