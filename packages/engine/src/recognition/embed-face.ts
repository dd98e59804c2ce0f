import type { Point } from '../geometry/box.js';
import { fitSimilarity, invert, type Similarity } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import { toVector } from './vector.js';

/** One face → its vector. */
export async function embedFace(net: Net, image: Pyramid, points: FivePoints): Promise<Float32Array> {
  const aligned = warp(image, alignedToImage(points), { width: ALIGNED_SIDE, height: ALIGNED_SIDE }, 0);
  const outputs = await net.run(aligned, [1, 3, ALIGNED_SIDE, ALIGNED_SIDE]);
  return toVector(outputs.values('vector'));
}

const ALIGNED_SIDE = 112;

/**
 * Where the eyes, the nose tip and the mouth corners lie in the 112×112 picture that the net was trained on:
 * the five-point template of ArcFace (Deng et al., 2019).
 */
const TEMPLATE: readonly Point[] = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
];

/** Five points of a face: left eye, right eye, nose tip, left and right mouth corner (left as seen in the image). */
export type FivePoints = readonly [Point, Point, Point, Point, Point];

/** The map from the aligned picture back to the image. */
export const alignedToImage = (points: FivePoints): Similarity => invert(fitSimilarity(points, TEMPLATE));
