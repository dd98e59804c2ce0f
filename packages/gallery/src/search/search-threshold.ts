import { checkOptions } from '../caller-input.js';
import { GalleryError } from '../gallery-error.js';
import { MATCH_THRESHOLD } from './distance.js';
import { IMPOSTOR_DISTANCES, VECTOR_MODEL } from './impostor-distances.js';

/** The share of strangers that a search may take for somebody, unless the caller wants another. */
export const DEFAULT_STRANGER_RATE = 0.01;

export interface ThresholdOptions {
  /** The share of strangers who may be taken for somebody enrolled, above 0 and below 1; default 0.01. */
  readonly strangerRate?: number | undefined;
  /** Only people nearer than this, whatever it means for strangers; `Infinity` for no limit. */
  readonly threshold?: number | undefined;
}

export interface SearchThreshold {
  /** Only people nearer than this count as found. */
  readonly threshold: number;
  /**
   * The share of strangers that this threshold takes for somebody enrolled. Left out where a threshold was given for
   * a model whose distances were not measured.
   */
  readonly strangerRate?: number;
}

/** What a search compares with. */
export interface Searched {
  readonly templates: number;
  /** The model of the templates; undefined for an empty gallery. */
  readonly model: string | undefined;
}

/**
 * How near a person must be to count as found. A stranger is compared with every template, so chance has as many
 * tries as there are templates, and the threshold falls as a gallery grows. It never rises above that of a match.
 */
export function searchThreshold(
  { templates, model }: Searched,
  options: ThresholdOptions = {},
): SearchThreshold {
  const { strangerRate, threshold } = checkOptions(options);
  if (strangerRate !== undefined && threshold !== undefined) {
    throw new GalleryError('option-invalid', 'give a strangerRate or a threshold, not both');
  }
  if (threshold !== undefined) {
    if (typeof threshold !== 'number' || !(threshold > 0)) {
      throw new GalleryError(
        'option-invalid',
        `threshold must be a number above 0, not ${String(threshold)}`,
      );
    }
    const isMeasured = model === undefined || model === VECTOR_MODEL;
    return { threshold, ...(isMeasured && { strangerRate: rateOfTries(shareNearer(threshold), templates) }) };
  }
  const wanted = strangerRate ?? DEFAULT_STRANGER_RATE;
  if (typeof wanted !== 'number' || !(wanted > 0 && wanted < 1)) {
    throw new GalleryError('option-invalid', `strangerRate must be between 0 and 1, not ${String(wanted)}`);
  }
  if (model !== undefined && model !== VECTOR_MODEL) throw new GalleryError('model-unknown', model);
  const share = -Math.expm1(Math.log1p(-wanted) / Math.max(1, templates));
  const chosen = Math.min(MATCH_THRESHOLD, distanceOf(share));
  return { threshold: chosen, strangerRate: rateOfTries(shareNearer(chosen), templates) };
}

/** The probability that at least one of this many attempts succeeds. */
const rateOfTries = (share: number, tries: number): number =>
  share >= 1 ? Math.min(1, tries) : -Math.expm1(tries * Math.log1p(-share));

/** Between two measured points the logarithm of the share runs in a straight line, as it nearly does in truth. */
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
