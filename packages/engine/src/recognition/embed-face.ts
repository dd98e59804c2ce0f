import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';
import { ALIGNED_SIDE, alignedToImage, type FivePoints } from './align-face.js';
import { toVector } from './vector.js';

/** One face → its vector. */
export async function embedFace(net: Net, image: Pyramid, points: FivePoints): Promise<Float32Array> {
  const aligned = warp(image, alignedToImage(points), { width: ALIGNED_SIDE, height: ALIGNED_SIDE }, 0);
  const outputs = await net.run(aligned, [1, 3, ALIGNED_SIDE, ALIGNED_SIDE]);
  return toVector(outputs.values('vector'));
}
