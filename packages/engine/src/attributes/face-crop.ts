import type { Point } from '../geometry/box.js';
import { apply, cropToImage, fitSimilarity, scaleOf, type SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { squareReducer } from '../image/reduce.js';
import { warp } from '../image/warp.js';

/** The side of the crop that the net takes. */
export const CROP_SIDE = 32;
/** Sampled finer than the net's pixels, so that the reduction decides what detail is kept. */
const SAMPLED_SIDE = 2 * CROP_SIDE;
/** FairFace's pictures are black where the rotated photo ends. */
const OUTSIDE = 0;
/** Rec. 709, as the training images were made. */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

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

/** The square of the image that FairFace would have cut out around the face with these points. */
export function trainingSquare(points: readonly Point[]): SquareRegion {
  const toImage = fitSimilarity(ATTRIBUTE_TEMPLATE, points);
  return {
    centre: apply(toImage, { x: 0.5, y: 0.5 }),
    side: scaleOf(toImage),
    angle: Math.atan2(toImage.b, toImage.a),
  };
}

const reduce = squareReducer(SAMPLED_SIDE, CROP_SIDE);

/** A square of the image in grey, 0 to 255, as the net was trained on. */
export function greyCrop(image: Pyramid, square: SquareRegion): Float32Array {
  const sampled = { width: SAMPLED_SIDE, height: SAMPLED_SIDE };
  const planes = warp(image, cropToImage(square, SAMPLED_SIDE), sampled, OUTSIDE);
  const count = SAMPLED_SIDE * SAMPLED_SIDE;
  const grey = new Float32Array(count);
  LUMA.forEach((share, plane) => {
    for (let i = 0; i < count; i++) grey[i] = (grey[i] ?? 0) + share * (planes[plane * count + i] ?? 0);
  });
  return reduce(grey).map((value) => Math.min(255, Math.max(0, value)));
}
