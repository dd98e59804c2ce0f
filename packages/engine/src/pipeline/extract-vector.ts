import { EngineError } from '../errors.js';
import { scaleBox } from '../geometry/box.js';
import type { FaceSelection, FaceVector } from '../engine.types.js';
import type { Photo } from '../image/pixels.js';
import { pyramidOf, type Pyramid } from '../image/pyramid.js';
import { detailFace, plainDetail } from '../landmarks/detail.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import { fivePoints, outline, rollOf } from '../landmarks/face-geometry.js';
import { settleFace } from '../landmarks/fit-face.js';
import type { Mesh } from '../landmarks/mesh.js';
import { measureQuality } from '../quality/quality.js';
import { embedFace } from '../recognition/embed-face.js';
import { VECTOR_MODEL } from '../recognition/vector.js';
import type { Clock } from './clock.js';
import { locateFaces, type LocatedFace } from './locate.js';
import type { Nets } from './nets.js';
import { pointsOnImage } from './points-on-image.js';
import type { Tools } from './tools.js';

/** Beyond this yaw (degrees) a second look at the pose pays: the quality gate judges it. */
const CAREFUL_YAW = 30;

/** A photo → the vector of its first face, and how well that face is shown. */
export async function extractVector(
  { nets, canvas, decode }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<FaceVector> {
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, canvas);
  const [first] = await locateFaces(nets, photo, image, selection, {
    onlyFirst: true,
    clock,
    extra: new ExtraFits(),
  });
  if (first === undefined) throw new EngineError('no-face');
  const mesh = selection.kind === 'detect' ? await settled(nets, photo, image, first, clock) : first.mesh;
  return describeFace(nets, photo, image, { ...first, mesh }, clock);
}

/** The vector of a face that is located already, and how well the face is shown. */
export async function describeFace(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  { box, confidence, mesh }: LocatedFace,
  clock: Clock,
): Promise<FaceVector> {
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
    model: VECTOR_MODEL,
    quality: measureQuality(image, { box, outline: outline(mesh.vertices), yaw: pose.yaw }),
    timings: clock.timings,
  };
}

/** The vector is taken from the mesh that the face rectangle alone leads to: see settleFace. */
function settled(nets: Nets, photo: Photo, image: Pyramid, face: LocatedFace, clock: Clock): Promise<Mesh> {
  const rectangle = scaleBox(face.box, 1 / photo.scale.x, 1 / photo.scale.y);
  const angle = rollOf(face.mesh.vertices);
  return clock.time('landmarks', () => settleFace(nets.landmarks, image, rectangle, angle));
}
