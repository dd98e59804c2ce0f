import type { Pyramid } from '../image/pyramid.js';
import type { Net } from '../runtime/net.js';
import type { Attributes, FacePlace } from './attributes.types.js';
import { combinePredictions } from './combine-predictions.js';
import { runFaceApiNet } from './face-api-net.js';
import { runOwnNet } from './own-net.js';

export interface AttributeNets {
  readonly attributes: Net;
  readonly ageGender: Net;
}

/** Age and gender of a face, from both nets, or from our own alone, which takes half of the time. */
export async function attributesOf(
  nets: AttributeNets,
  image: Pyramid,
  place: FacePlace,
  withFaceApiNet = true,
): Promise<Attributes> {
  const own = await runOwnNet(nets.attributes, image, place);
  const faceApi = withFaceApiNet ? await runFaceApiNet(nets.ageGender, image, place.square) : null;
  return combinePredictions(own, faceApi);
}
