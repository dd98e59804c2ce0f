import { checkOptions } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';
import { MATCH_THRESHOLD } from './distance.js';
import { IMPOSTOR_DISTANCES, VECTOR_MODEL } from './impostor-distances.js';

/** In web pages, vectors are made with rounded weights (`@facet/browser`): other vectors, at the same distances. */
const MEASURED_MODELS = [VECTOR_MODEL, `${VECTOR_MODEL}-int8`];

/** The accepted false positive rate, unless the caller gives another. */
export const DEFAULT_FALSE_POSITIVE_RATE = 0.01;

export interface ThresholdOptions {
  /** The accepted share of people who are not enrolled but found as somebody who is, above 0 and below 1; default 0.01. */
  readonly falsePositiveRate?: number | undefined;
  /** Only people nearer than this, whatever the false positive rate; `Infinity` for no limit. */
  readonly threshold?: number | undefined;
}

export interface SearchThreshold {
  /** Only people nearer than this count as found. */
  readonly threshold: number;
  /**
   * The share of people who are not enrolled that this threshold finds as somebody who is. Left out where a threshold
   * was given for a model whose distances were not measured.
   */
  readonly falsePositiveRate?: number;
}

/** What a search compares with. */
export interface Searched {
  readonly vectors: number;
  /** The model of the vectors; undefined for an empty gallery. */
  readonly model: string | undefined;
}

/**
 * How near a person must be to count as found. Every vector is one more opportunity for a false positive, so the
 * threshold falls as a gallery grows. It is never above that of a match.
 */
export function searchThreshold(
  { vectors, model }: Searched,
  options: ThresholdOptions = {},
): SearchThreshold {
  const { falsePositiveRate, threshold } = checkOptions(options);
  if (falsePositiveRate !== undefined && threshold !== undefined) {
    throw new GalleryError('option-invalid', 'give a falsePositiveRate or a threshold, not both');
  }
  if (threshold !== undefined) {
    if (typeof threshold !== 'number' || !(threshold > 0)) {
      throw new GalleryError(
        'option-invalid',
        `threshold must be a number above 0, not ${String(threshold)}`,
      );
    }
    const isMeasured = model === undefined || MEASURED_MODELS.includes(model);
    return {
      threshold,
      ...(isMeasured && { falsePositiveRate: rateOfAttempts(shareNearer(threshold), vectors) }),
    };
  }
  const wanted = falsePositiveRate ?? DEFAULT_FALSE_POSITIVE_RATE;
  if (typeof wanted !== 'number' || !(wanted > 0 && wanted < 1)) {
    throw new GalleryError(
      'option-invalid',
      `falsePositiveRate must be between 0 and 1, not ${String(wanted)}`,
    );
  }
  if (model !== undefined && !MEASURED_MODELS.includes(model)) throw new GalleryError('model-unknown', model);
  const share = -Math.expm1(Math.log1p(-wanted) / Math.max(1, vectors));
  const chosen = Math.min(MATCH_THRESHOLD, distanceOf(share));
  return { threshold: chosen, falsePositiveRate: rateOfAttempts(shareNearer(chosen), vectors) };
}

/** The probability that at least one of this many attempts succeeds. */
const rateOfAttempts = (share: number, attempts: number): number =>
  share >= 1 ? Math.min(1, attempts) : -Math.expm1(attempts * Math.log1p(-share));

/** Interpolates the logarithm of the share linearly between two measured points. */
function shareNearer(distance: number): number {
  const [from, to] = pairAround((point) => point.distance <= distance);
  const part = (distance - from.distance) / (to.distance - from.distance);
  return Math.min(1, from.share * (to.share / from.share) ** part);
}

function distanceOf(share: number): number {
  const [from, to] = pairAround((point) => point.share <= share);
  const part = Math.log(share / from.share) / Math.log(to.share / from.share);
  return Math.max(0, from.distance + part * (to.distance - from.distance));
}

type Point = (typeof IMPOSTOR_DISTANCES)[number];

/** The last point that lies below and the one after it; the two outermost where there is none on one side. */
function pairAround(isBelow: (point: Point) => boolean): [Point, Point] {
  const last = IMPOSTOR_DISTANCES.findLastIndex(isBelow);
  const at = Math.min(Math.max(last, 0), IMPOSTOR_DISTANCES.length - 2);
  const from = IMPOSTOR_DISTANCES[at];
  const to = IMPOSTOR_DISTANCES[at + 1];
  if (from === undefined || to === undefined) throw new RangeError('there are no measured distances');
  return [from, to];
}
