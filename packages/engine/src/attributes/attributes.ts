import type { Point } from '../geometry/box.js';
import type { SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import type { Attributes } from './attributes.types.js';
import { combinePredictions } from './combine-predictions.js';
import { runFaceApiNet } from './face-api-net.js';
import { runOwnNet } from './own-net.js';

export interface AttributeNets {
  readonly attributes: Net;
  readonly ageGender: Net;
}

/** Where a face lies in the image. */
export interface FacePlace {
  /** Around the mesh, turned with the head. */
  readonly square: SquareRegion;
  /** Corners of the eyes, from the left of the image to its right, and the foot of the nose. */
  readonly points: readonly Point[];
}

/** Age and gender of a face, from both nets, or from our own alone, which takes a third of the time. */
export async function attributesOf(
  nets: AttributeNets,
  image: Pyramid,
  { square, points }: FacePlace,
  withFaceApiNet = true,
): Promise<Attributes> {
  const own = await runOwnNet(nets.attributes, image, points);
  const faceApi = withFaceApiNet ? await runFaceApiNet(nets.ageGender, image, square) : null;
  return combinePredictions(own, faceApi);
}
