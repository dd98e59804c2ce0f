import { GalleryError } from './gallery-error.js';
import type { SearchOptions } from './gallery.types.js';
import { MATCH_THRESHOLD } from './vector.js';

export const MAX_K = 1000;

export function checkSearchOptions({
  k = 1,
  threshold = MATCH_THRESHOLD,
}: SearchOptions): Required<SearchOptions> {
  if (!Number.isInteger(k) || k < 1 || k > MAX_K) {
    throw new GalleryError('option-invalid', `k must be a whole number from 1 to ${MAX_K}, not ${k}`);
  }
  if (!(threshold > 0)) {
    throw new GalleryError('option-invalid', `threshold must be a number above 0, not ${threshold}`);
  }
  return { k, threshold };
}
