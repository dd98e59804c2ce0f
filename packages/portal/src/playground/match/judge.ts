import { searchThreshold, VECTOR_MODEL } from '@facet/gallery/search';
import type { Vector } from '../api/answer-shapes.js';

/** Below this distance the service says that two faces are the same person. */
export const MATCH_THRESHOLD = 0.5;

/** The end of the scale: the service states distances from 0 to 0.9. */
export const LONGEST_DISTANCE = 0.9;

/** The Euclidean distance of two vectors, which is the score of /match_faces. */
export function euclideanDistance(a: Vector, b: Vector): number {
  let sum = 0;
  for (const [n, value] of a.entries()) {
    const difference = value - (b[n] ?? Number.NaN);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

/** Per cent, as `details=1` states it: 100 at distance 0, 60 at 0.5, 0 at 0.9, with straight lines between. */
export function similarity(distance: number): number {
  const share =
    distance <= MATCH_THRESHOLD
      ? 1 - (0.4 * distance) / MATCH_THRESHOLD
      : (0.6 * (LONGEST_DISTANCE - distance)) / (LONGEST_DISTANCE - MATCH_THRESHOLD);
  return Math.min(100, Math.max(0, share * 100));
}

export const similarityText = (distance: number): string => `${Math.round(similarity(distance))}%`;

export const distanceText = (distance: number): string => distance.toFixed(3);

/** A place on the scale of distances, 0 to 1. */
export const scalePosition = (distance: number): number =>
  Math.min(1, Math.max(0, distance / LONGEST_DISTANCE));

/** The share of pairs of different people that a threshold takes for the same person. */
export const falseMatchRate = (threshold: number): number =>
  searchThreshold({ templates: 1, model: VECTOR_MODEL }, { threshold }).strangerRate ?? 1;

/** "1 in 8,300": rounded to what a measured share is good for. */
export function oneInText(rate: number): string {
  const times = 1 / Math.max(rate, 1e-10);
  if (times < 1.5) return 'nearly all';
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(times)) - 1);
  return `1 in ${(Math.round(times / digits) * digits).toLocaleString('en-GB')}`;
}

export interface Verdict {
  readonly same: boolean;
  readonly title: string;
  readonly detail: string;
}

const CLEAR_MARGIN = 0.1;

/** What a distance means at a threshold, in words. */
export function judge(distance: number, threshold: number): Verdict {
  const same = distance < threshold;
  const isClear = Math.abs(distance - threshold) >= CLEAR_MARGIN;
  return {
    same,
    title: same ? 'The same person' : 'Two different people',
    detail: isClear ? `Clearly ${same ? 'below' : 'above'} the threshold` : 'Close to the threshold',
  };
}
