import type { Point } from '../geometry/box.js';
import { apply, cropToImage, fitSimilarity, scaleOf, type SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { FacePlace } from './attributes.types.js';

/** The side of the crop that the net takes. */
export const CROP_SIDE = 96;
/** FairFace's pictures are black where the rotated photo ends. */
const OUTSIDE = 0;

/**
 * The points that FairFace's alignment used, corners of the eyes from left to right and the foot of the nose: where they
 * lie on average in FairFace's crops, whose side is 1 (bench:calibrate -- attribute-crop).
 */
export const ATTRIBUTE_TEMPLATE: readonly Point[] = [
  { x: 0.2498, y: 0.3076 },
  { x: 0.4, y: 0.3187 },
  { x: 0.6, y: 0.3187 },
  { x: 0.7502, y: 0.3076 },
  { x: 0.5, y: 0.571 },
];

/**
 * The side of the crop, at least, relative to that of the mesh. In a head that turns away the corners of the eyes come
 * close to each other, while FairFace's crops hardly become smaller.
 */
const MIN_SIDE = 0.98;

/** The square of the image that FairFace would have cut out around the face. */
export function trainingSquare({ points, uprightSide }: Omit<FacePlace, 'square'>): SquareRegion {
  const toImage = fitSimilarity(ATTRIBUTE_TEMPLATE, points);
  return {
    centre: apply(toImage, { x: 0.5, y: 0.5 }),
    side: Math.max(scaleOf(toImage), MIN_SIDE * uprightSide),
    angle: Math.atan2(toImage.b, toImage.a),
  };
}

/** A square of the image as the net takes it: planes of red, green and blue, 0 to 255. */
export const squareCrop = (image: Pyramid, square: SquareRegion): Float32Array =>
  warp(image, cropToImage(square, CROP_SIDE), { width: CROP_SIDE, height: CROP_SIDE }, OUTSIDE);
