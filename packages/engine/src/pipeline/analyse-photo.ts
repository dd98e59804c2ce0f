import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceSelection } from '../engine.types.js';
import { pyramidOf } from '../image/pyramid.js';
import { detailFace, plainDetail } from '../landmarks/detail.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import { eyeCornersAndNose, faceSquare } from '../landmarks/face-geometry.js';
import type { Clock } from './clock.js';
import { locateFaces } from './locate.js';
import { pointsOnImage } from './points-on-image.js';
import type { Tools } from './tools.js';

/** A photo → every face with landmarks, pose, age range and gender. */
export async function analysePhoto(
  { nets, canvas, decode }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<Analysis> {
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, canvas);
  const extra = new ExtraFits();
  const located = await locateFaces(nets, photo, image, selection, { onlyFirst: false, clock, extra });
  const faces: AttributedFace[] = [];
  for (const { mesh, box, confidence } of located) {
    // The most prominent come first; in a crowd the others do without the second opinion.
    const { points, pose } = extra.take()
      ? await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh))
      : plainDetail(mesh);
    const place = { square: faceSquare(mesh.vertices), points: eyeCornersAndNose(mesh.vertices) };
    const attributes = await clock.time('attributes', () => attributesOf(nets, image, place));
    faces.push({ box, confidence, pose, landmarks: pointsOnImage(points, photo), ...attributes });
  }
  return { imageSize: photo.size, faces, timings: clock.timings };
}
