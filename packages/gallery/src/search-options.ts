import { GalleryError } from './gallery-error.js';

export const MAX_K = 1000;

export function checkK(k = 1): number {
  if (!Number.isInteger(k) || k < 1 || k > MAX_K) {
    throw new GalleryError('option-invalid', `k must be a whole number from 1 to ${MAX_K}, not ${String(k)}`);
  }
  return k;
}
