import { centre, height, overlap, width, type Box, type Point, type Size } from '../geometry/box.js';
import { apply, cropToImage, scaleOf, type Similarity, type SquareRegion } from '../geometry/similarity.js';
import { withWarped, type Pyramid } from '../image/pyramid.js';
import type { Model } from '../model.js';
import { faceRectangle, RECTANGLE_MARGIN, refinedRegion, rollOf, type Vertex } from './face-geometry.js';

/** The face mesh in image pixels, and the model's logit that a face is present. */
export interface Mesh {
  readonly vertices: readonly Vertex[];
  readonly presence: number;
}

/** The mesh of the mirrored face, in pixels of the mirrored crop, and the way back to the image. */
interface MirroredMesh {
  readonly vertices: readonly Vertex[];
  readonly toImage: (mirrored: Point) => Point;
}

/** Both fits of a face. */
export interface MeshWithMirrored {
  readonly mesh: Mesh;
  readonly mirrored: MirroredMesh;
}

/** A mesh rotated by more than this against its region is fitted again, upright (radians); up to it, LFW and 300-W lose hardly anything. */
const MAX_ROTATION = (40 * Math.PI) / 180;
const MAX_PASSES = 3;
/** Below this presence there is no face worth another fit. */
const NO_FACE_PRESENCE = -4;
/** From this presence on the mesh is certain to be the right way up. */
const CLEAR_PRESENCE = 5;
/** A box that overlaps this much with the face inside it is a face rectangle that we returned. */
const OUR_RECTANGLE = 0.8;
/** A mesh is stable when its roll changes by less than this (radians); a strongly tilted face needs several passes. */
const STABLE = (1 * Math.PI) / 180;
const MAX_REFITS = 5;
/** A head that lies on its side is rotated further than the detector estimates, by up to about this much (radians). */
const LYING_FURTHER = Math.PI / 3;
/** Only regions of at least this fraction of the image's long side are tried as lying: there may be many small ones. */
const LYING_SIDE = 0.2;

/** Where the detector found a face, and how far it leans (radians). */
interface Detected {
  readonly box: Box;
  readonly angle: number;
}

/** Fits the mesh to a face that the detector found; `first` is its mesh from `fitAll`, if it has been fitted already. */
export const fitDetectedFace = (
  model: Model,
  image: Pyramid,
  { box, angle }: Detected,
  extra: ExtraFits,
  first?: Mesh,
): Promise<Mesh> => fitFace(model, image, regionAround(box, angle), extra, first);

/** The first mesh of each face that the detector found, in one run: that takes less time than one after the other. */
export const fitAll = (model: Model, image: Pyramid, faces: readonly Detected[]): Promise<Mesh[]> =>
  fitMeshes(
    model,
    image,
    faces.map(({ box, angle }) => regionAround(box, angle)),
  );

/** Fits the mesh to the face in a region; a face rotated further than the region is fitted again. */
async function fitFace(
  model: Model,
  image: Pyramid,
  region: SquareRegion,
  extra: ExtraFits,
  first?: Mesh,
): Promise<Mesh> {
  let { best, angle } = await fitEitherSide(model, image, region, extra, first);
  for (let pass = 1; pass < MAX_PASSES && best.presence > NO_FACE_PRESENCE; pass++) {
    if (rotationBetween(rollOf(best.vertices), angle) < MAX_ROTATION || !extra.take()) break;
    const next = refinedRegion(best.vertices);
    const mesh = await fitMesh(model, image, next);
    if (mesh.presence < Math.min(best.presence, CLEAR_PRESENCE)) break;
    best = mesh;
    angle = next.angle;
  }
  return best;
}

/** The first mesh of a region; if a large one shows no clear face, it is also tried as lying on either side. */
async function fitEitherSide(
  model: Model,
  image: Pyramid,
  region: SquareRegion,
  extra: ExtraFits,
  first?: Mesh,
): Promise<{ best: Mesh; angle: number }> {
  let best = first ?? (await fitMesh(model, image, region));
  let { angle } = region;
  const isLarge = region.side >= LYING_SIDE * Math.max(image.base.width, image.base.height);
  if (!isLarge || best.presence >= CLEAR_PRESENCE) return { best, angle };
  // First in the direction in which the detector found it rotated.
  const further = angle < 0 ? -LYING_FURTHER : LYING_FURTHER;
  for (const turn of [further, -further]) {
    if (best.presence >= CLEAR_PRESENCE || !extra.take()) break;
    const turned = { ...region, angle: region.angle + turn };
    const mesh = await fitMesh(model, image, turned);
    if (mesh.presence < Math.max(CLEAR_PRESENCE, best.presence)) continue;
    best = mesh;
    angle = turned.angle;
  }
  return { best, angle };
}

/**
 * Fits the mesh once more, to the face rectangle alone. The rectangle and the roll determine the mesh, so a rectangle that
 * a caller sends back as a box gives the same vector.
 */
export const refitFace = (model: Model, image: Pyramid, rectangle: Box, angle: number): Promise<Mesh> =>
  fitMesh(model, image, regionAround(rectangle, angle));

/** Fits the mesh to the face in a box. Its rotation is unknown, so all four quarter turns are tried if need be. */
export async function fitFaceInBox(model: Model, image: Pyramid, box: Box, extra: ExtraFits): Promise<Mesh> {
  let best = await fitFace(model, image, regionAround(box, 0), extra);
  for (const angle of [Math.PI / 2, -Math.PI / 2, Math.PI]) {
    if (best.presence >= CLEAR_PRESENCE || !extra.take()) break;
    const mesh = await fitFace(model, image, regionAround(box, angle), extra);
    // A weak presence at another rotation is no reason to turn the face: that of a profile is weak at every rotation.
    if (mesh.presence >= CLEAR_PRESENCE) best = mesh;
  }
  // The first fit had to guess the roll; further fits bring it to what a search would find.
  best = await refitUntilStable(model, image, box, best, extra);
  const found = faceRectangle(best.vertices);
  return overlap(found, box) >= OUR_RECTANGLE || !extra.take()
    ? best
    : refitUntilStable(model, image, found, best, extra);
}

/** Fits the mesh to the rectangle again until its roll is stable. */
async function refitUntilStable(
  model: Model,
  image: Pyramid,
  rectangle: Box,
  first: Mesh,
  extra: ExtraFits,
): Promise<Mesh> {
  let best = first;
  for (let pass = 0; pass < MAX_REFITS && (pass === 0 || extra.take()); pass++) {
    const angle = rollOf(best.vertices);
    const refitted = await refitFace(model, image, rectangle, angle);
    if (refitted.presence < Math.min(best.presence, CLEAR_PRESENCE)) break;
    best = refitted;
    if (rotationBetween(rollOf(best.vertices), angle) < STABLE) break;
  }
  return best;
}

const regionAround = (box: Box, angle: number): SquareRegion => ({
  centre: centre(box),
  side: RECTANGLE_MARGIN * Math.max(width(box), height(box)),
  angle,
});

function rotationBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return Math.min(turn, 2 * Math.PI - turn);
}

/**
 * How many runs of the landmark model a call may make beyond the first one of each face: other rotations, and repeated fits.
 * Ordinary photos need a few; a crafted image would need hundreds.
 */
export class ExtraFits {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Whether one more run is allowed; if so, it is counted. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

const CROP_SIDE = 160;
const VERTICES = 478;
const IDENTITY: Similarity = { a: 1, b: 0, tx: 0, ty: 0 };

const CROP: Size = { width: CROP_SIDE, height: CROP_SIDE };
/** What lies outside the image is black. */
const OUTSIDE = 0;

/** Fits the 478-point mesh to the face in one region of the image. */
export async function fitMesh(model: Model, image: Pyramid, region: SquareRegion): Promise<Mesh> {
  const [mesh] = await fitMeshes(model, image, [region]);
  if (mesh === undefined) throw new Error('The landmark model gave no mesh.');
  return mesh;
}

/** The same for several regions, in one run. */
function fitMeshes(model: Model, image: Pyramid, regions: readonly SquareRegion[]): Promise<Mesh[]> {
  const toImage = regions.map((region) => cropToImage(region, CROP_SIDE));
  return withWarped(image, toImage, CROP, OUTSIDE, async (crops) => {
    const outputs = await model.run(crops, [regions.length, 3, CROP_SIDE, CROP_SIDE]);
    const presence = outputs.values('presence');
    return toImage.map((transform, i) => ({
      vertices: verticesOf(outputs.values('points'), i, transform),
      presence: presence[i] ?? -Infinity,
    }));
  });
}

/**
 * Fits the mesh to the mirror image of each face, in one run: a second estimate, whose errors tend to have the opposite
 * sign.
 */
export async function fitMirrored(
  model: Model,
  image: Pyramid,
  meshes: readonly Mesh[],
): Promise<MeshWithMirrored[]> {
  if (meshes.length === 0) return [];
  const faces = meshes.map((mesh) => ({
    mesh,
    toImage: cropToImage(refinedRegion(mesh.vertices), CROP_SIDE),
  }));
  const toImages = faces.map(({ toImage }) => toImage);
  return withWarped(image, toImages, CROP, OUTSIDE, async (crops) => {
    mirrorCrop(crops, CROP_SIDE);
    const outputs = await model.run(crops, [faces.length, 3, CROP_SIDE, CROP_SIDE]);
    return faces.map(({ mesh, toImage }, i) => ({
      mesh,
      mirrored: {
        vertices: verticesOf(outputs.values('points'), i, IDENTITY),
        toImage: ({ x, y }) => apply(toImage, { x: CROP_SIDE - x, y }),
      },
    }));
  });
}

/** Reverses each row of the planes of square crops. */
export function mirrorCrop(planes: Float32Array, side: number): void {
  for (let start = 0; start < planes.length; start += side) planes.subarray(start, start + side).reverse();
}

/** The vertices that the model found in one of its crops, transformed. */
function verticesOf(points: Float32Array, crop: number, transform: Similarity): Vertex[] {
  const scale = scaleOf(transform);
  const vertices: Vertex[] = [];
  const start = crop * VERTICES * 3;
  for (let i = start; i < start + VERTICES * 3; i += 3) {
    const { x, y } = apply(transform, { x: points[i] ?? 0, y: points[i + 1] ?? 0 });
    vertices.push({ x, y, z: (points[i + 2] ?? 0) * scale });
  }
  return vertices;
}
