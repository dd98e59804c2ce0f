import type { Point } from '../geometry/box.js';
import { apply, cropToImage, scaleOf, type Similarity, type SquareRegion } from '../geometry/similarity.js';
import { mirrorCrop } from '../image/mirror.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import type { Net } from '../runtime/net.js';

const CROP_SIDE = 256;
const VERTICES = 478;
const IDENTITY: Similarity = { a: 1, b: 0, tx: 0, ty: 0 };

export interface Vertex extends Point {
  /** Depth in the same unit as x and y, growing away from the camera; 0 is the middle of the head. */
  readonly z: number;
}

/** The face mesh in image pixels, and the net's logit that a face is present. */
export interface Mesh {
  readonly vertices: readonly Vertex[];
  readonly presence: number;
}

/** The mesh of the mirrored face, in pixels of the mirrored crop, and the way back to the image. */
export interface MirroredMesh {
  readonly vertices: readonly Vertex[];
  readonly toImage: (mirrored: Point) => Point;
}

/** Fits the 478-point mesh to the face in one region of the image. */
export async function fitMesh(net: Net, image: Pyramid, region: SquareRegion): Promise<Mesh> {
  const toImage = cropToImage(region, CROP_SIDE);
  return runNet(net, cut(image, toImage), toImage);
}

/** Fits the mesh to the mirror image of a region: a second estimate, whose errors tend to have the opposite sign. */
export async function fitMirroredMesh(net: Net, image: Pyramid, region: SquareRegion): Promise<MirroredMesh> {
  const toImage = cropToImage(region, CROP_SIDE);
  const { vertices } = await runNet(net, mirrorCrop(cut(image, toImage), CROP_SIDE), IDENTITY);
  return { vertices, toImage: ({ x, y }) => apply(toImage, { x: CROP_SIDE - x, y }) };
}

const cut = (image: Pyramid, toImage: Similarity): Float32Array =>
  warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);

/** Runs the net on a crop, and transforms the vertices. */
async function runNet(net: Net, crop: Float32Array, transform: Similarity): Promise<Mesh> {
  const outputs = await net.run(crop, [1, 3, CROP_SIDE, CROP_SIDE]);
  const values = outputs.values('points');
  const scale = scaleOf(transform);
  const vertices: Vertex[] = [];
  for (let i = 0; i < VERTICES * 3; i += 3) {
    const { x, y } = apply(transform, { x: values[i] ?? 0, y: values[i + 1] ?? 0 });
    vertices.push({ x, y, z: (values[i + 2] ?? 0) * scale });
  }
  return { vertices, presence: outputs.values('presence')[0] ?? -Infinity };
}
