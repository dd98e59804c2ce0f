import { height, width, type Box, type Point } from '../geometry/box.js';
import type { Pixels } from '../image/pixels.js';
import { illumination } from './illumination.js';
import type { Quality } from './quality.types.js';

/** The three measures of a face: its rectangle in full-image pixels, its outline in analysed pixels. */
export const measureQuality = (
  image: Pixels,
  face: { readonly box: Box; readonly outline: readonly Point[]; readonly yaw: number },
): Quality => ({
  size: { width: width(face.box), height: height(face.box) },
  illumination: illumination(image, face.outline),
  yaw: Math.abs(face.yaw),
});
