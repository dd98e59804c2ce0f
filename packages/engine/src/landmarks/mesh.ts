import type { Point } from '../geometry/box.js';
import { apply, cropToImage, scaleOf, type SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';

const CROP_SIDE = 256;
const VERTICES = 478;

export interface Vertex extends Point {
  /** Depth in image pixels, growing away from the camera; 0 is the middle of the head. */
  readonly z: number;
}

/** The face mesh in image pixels, and the logit of the net's belief that a face is there. */
export interface Mesh {
  readonly vertices: readonly Vertex[];
  readonly presence: number;
}

/** Fits the 478-point mesh to the face in one region of the image. */
export async function fitMesh(net: Net, image: Pyramid, region: SquareRegion): Promise<Mesh> {
  const toImage = cropToImage(region, CROP_SIDE);
  const crop = warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);
  const outputs = await net.run(crop, [1, 3, CROP_SIDE, CROP_SIDE]);
  const values = outputs.values('points');
  const scale = scaleOf(toImage);
  const vertices = Array.from({ length: VERTICES }, (_, i) => ({
    ...apply(toImage, { x: values[i * 3] ?? 0, y: values[i * 3 + 1] ?? 0 }),
    z: (values[i * 3 + 2] ?? 0) * scale,
  }));
  return { vertices, presence: outputs.values('presence')[0] ?? -Infinity };
}
