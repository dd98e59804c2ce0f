import type { Point } from '../geometry/box.js';
import { apply, fitSimilarity, invert, type Similarity } from '../geometry/similarity.js';
import { warp, type Pyramid } from '../image/pyramid.js';
import { blackOutside, type Region } from '../image/redact-pixels.js';
import type { Model } from '../model.js';
import { toVector } from './vector.js';

/** One face → its vector. */
export async function embedFace(model: Model, image: Pyramid, points: FivePoints): Promise<Float32Array> {
  const outputs = await model.run(alignedCrop(image, points), [1, 3, ALIGNED_SIDE, ALIGNED_SIDE]);
  return toVector(outputs.values('vector'));
}

/** The face as the model takes it: upright, the eyes and the mouth where they were in training. */
export const alignedCrop = (image: Pyramid, points: FivePoints): Float32Array =>
  warp(image, alignedToImage(points), ALIGNED_SIZE, 0);

/** The same, black outside the face, so that nobody else is in it. */
export function aloneCrop(image: Pyramid, points: FivePoints, outline: Region): Float32Array {
  const crop = alignedCrop(image, points);
  const toCrop = invert(alignedToImage(points));
  blackOutside(
    crop,
    ALIGNED_SIZE,
    outline.map((point) => apply(toCrop, point)),
  );
  return crop;
}

const ALIGNED_SIDE = 112;
export const ALIGNED_SIZE = { width: ALIGNED_SIDE, height: ALIGNED_SIDE };

/**
 * Where the eyes, the nose tip and the mouth corners lie in the 112×112 pictures that the model was trained on
 * (ArcFace, Deng et al., 2019).
 */
const REFERENCE_POINTS: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** Five points of a face: left eye, right eye, nose tip, left and right mouth corner (left as seen in the image). */
export type FivePoints = readonly [Point, Point, Point, Point, Point];

/** The map from the aligned picture back to the image. */
export const alignedToImage = (points: FivePoints): Similarity =>
  invert(fitSimilarity(points, REFERENCE_POINTS));
