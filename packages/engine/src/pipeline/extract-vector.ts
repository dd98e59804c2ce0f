import { EngineError } from '../errors.js';
import type { FaceSelection, FaceVector } from '../engine.types.js';
import { decodePhoto } from '../image/decode.js';
import type { DecodeLimits } from '../image/decode-limits.js';
import { pyramidOf } from '../image/pyramid.js';
import { detailFace, plainDetail } from '../landmarks/detail.js';
import { fivePoints, outline } from '../landmarks/face-geometry.js';
import { measureQuality } from '../quality/quality.js';
import { embedFace } from '../recognition/embed-face.js';
import type { Clock } from './clock.js';
import { locateFaces } from './locate.js';
import type { Nets } from './nets.js';
import { pointsOnImage } from './points-on-image.js';

/** Beyond this yaw (degrees) a second look at the pose pays: the quality gate judges it. */
const CAREFUL_YAW = 30;

/** A photo → the vector of its first face, and how well that face is shown. */
export async function extractVector(
  nets: Nets,
  bytes: Uint8Array,
  selection: FaceSelection,
  limits: DecodeLimits,
  clock: Clock,
): Promise<FaceVector> {
  const photo = await clock.time('decode', () => decodePhoto(bytes, limits));
  const image = pyramidOf(photo.pixels);
  const [first] = await locateFaces(nets, photo, image, selection, { onlyFirst: true, clock });
  if (first === undefined) throw new EngineError('no-face');
  const { mesh, box, confidence } = first;
  const plain = plainDetail(mesh);
  const { points, pose } =
    Math.abs(plain.pose.yaw) > CAREFUL_YAW
      ? await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh))
      : plain;
  const vector = await clock.time('vector', () => embedFace(nets.embedder, image, fivePoints(mesh.vertices)));
  return {
    imageSize: photo.size,
    face: { box, confidence, pose, landmarks: pointsOnImage(points, photo) },
    vector,
    quality: measureQuality(photo.pixels, { box, outline: outline(mesh.vertices), yaw: pose.yaw }),
    timings: clock.timings,
  };
}
