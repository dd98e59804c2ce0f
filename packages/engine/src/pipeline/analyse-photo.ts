import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceSelection } from '../engine.types.js';
import { decodePhoto } from '../image/decode.js';
import { pyramidOf } from '../image/pyramid.js';
import { detailFace } from '../landmarks/detail.js';
import { eyeCornersAndNose, faceSquare } from '../landmarks/face-geometry.js';
import type { Clock } from './clock.js';
import { locateFaces } from './locate.js';
import { pointsOnImage } from './points-on-image.js';
import type { Tools } from './tools.js';

/** A photo → every face with landmarks, pose, age range and gender. */
export async function analysePhoto(
  { nets, canvas, limits }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<Analysis> {
  const photo = await clock.time('decode', () => decodePhoto(bytes, limits));
  const image = pyramidOf(photo.pixels, canvas);
  const located = await locateFaces(nets, photo, image, selection, { onlyFirst: false, clock });
  const faces: AttributedFace[] = [];
  for (const { mesh, box, confidence } of located) {
    const { points, pose } = await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh));
    const place = { square: faceSquare(mesh.vertices), points: eyeCornersAndNose(mesh.vertices) };
    const attributes = await clock.time('attributes', () => attributesOf(nets, image, place));
    faces.push({ box, confidence, pose, landmarks: pointsOnImage(points, photo), ...attributes });
  }
  return { imageSize: photo.size, faces, timings: clock.timings };
}
