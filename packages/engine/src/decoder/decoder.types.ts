import type { DecodeLimits } from '../image/decode-limits.js';
import type { Photo } from '../image/pixels.js';
import type { ErrorValue } from '../error-value.js';

/** What comes with each file: the limits that a call may lower. */
export type FileFacts = Pick<DecodeLimits, 'pixels' | 'workMs'>;

/** What a decoder process says: once that it is ready, then one answer for each file. Pixels follow as bytes. */
export type DecoderFacts =
  | { readonly kind: 'ready' }
  | { readonly kind: 'decoded'; readonly photo: PhotoFacts }
  | { readonly kind: 'failed'; readonly error: ErrorValue };

/** A photo without its pixels. */
export interface PhotoFacts extends Omit<Photo, 'pixels'> {
  readonly width: number;
  readonly height: number;
}
