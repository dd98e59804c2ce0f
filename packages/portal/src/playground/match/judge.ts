import { MAX_DISTANCE, searchThreshold, similarityOf, VECTOR_MODEL } from '@facet/gallery/search';
import { count } from '../../app/format.js';

export const similarityText = (distance: number): string => `${Math.round(similarityOf(distance))}%`;

export const distanceText = (distance: number): string => distance.toFixed(3);

/** A place on the scale of distances, 0 to 1. */
export const scalePosition = (distance: number): number => Math.min(1, Math.max(0, distance / MAX_DISTANCE));

/** The share of pairs of different people that a threshold takes for the same person. */
export const falseMatchRate = (threshold: number): number =>
  searchThreshold({ vectors: 1, model: VECTOR_MODEL }, { threshold }).falsePositiveRate ?? 1;

/** "1 in 8,300", rounded to two significant digits. */
export function oneInText(rate: number): string {
  const times = 1 / Math.max(rate, 1e-10);
  if (times < 1.5) return 'nearly all';
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(times)) - 1);
  return `1 in ${count(Math.round(times / digits) * digits)}`;
}

interface Verdict {
  readonly same: boolean;
  readonly title: string;
  readonly detail: string;
}

const CLEAR_MARGIN = 0.1;

/** The verdict for a distance at a threshold. */
export function judge(distance: number, threshold: number): Verdict {
  const same = distance < threshold;
  const isClear = Math.abs(distance - threshold) >= CLEAR_MARGIN;
  return {
    same,
    title: same ? 'The same person' : 'Two different people',
    // In distances alone: a similarity that is high would stand beside a distance that is low.
    detail: `Distance ${distanceText(distance)}: ${isClear ? `clearly ${same ? 'below' : 'above'}` : 'close to'} the threshold`,
  };
}
