import type { Pyramid } from '../image/pyramid.js';
import type { Vertex } from '../landmarks/mesh.js';
import type { Net } from '../runtime/net.js';
import type { Attributes } from './attributes.types.js';
import { combineOpinions } from './combine-opinions.js';
import { askFaceApiNet } from './face-api-net.js';
import { askOwnNet } from './own-net.js';

export interface AttributeNets {
  readonly attributes: Net;
  readonly ageGender: Net;
}

/** Age and gender of the face with this mesh. */
export async function attributesOf(
  nets: AttributeNets,
  image: Pyramid,
  vertices: readonly Vertex[],
): Promise<Attributes> {
  const own = await askOwnNet(nets.attributes, image, vertices);
  const faceApi = await askFaceApiNet(nets.ageGender, image, vertices);
  return combineOpinions(own, faceApi);
}
