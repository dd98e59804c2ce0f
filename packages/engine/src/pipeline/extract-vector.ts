import { EngineError } from '../errors.js';
import { scaleBox } from '../geometry/box.js';
import type { FaceSelection, FaceVector } from '../engine.types.js';
import type { Photo } from '../image/pixels.js';
import { pyramidOf, type Pyramid } from '../image/pyramid.js';
import { detailFace, plainDetail } from '../landmarks/detail.js';
import { expressionOf } from '../landmarks/expression.js';
import { fivePoints, rollOf } from '../landmarks/face-geometry.js';
import { refitFace } from '../landmarks/fit-face.js';
import type { Mesh } from '../landmarks/mesh.js';
import { measureQuality } from '../quality/quality.js';
import { embedFace } from '../recognition/embed-face.js';
import { VECTOR_MODEL } from '../recognition/vector.js';
import type { Clock } from './clock.js';
import { locateFaces, type LocatedFace } from './locate.js';
import type { Nets } from './nets.js';
import { pointsOnImage } from './points-on-image.js';
import { shownFace } from './shown-face.js';
import type { Tools } from './tools.js';
import { STEP_COST, type WorkBudget } from './work-budget.js';

/** Beyond this yaw (degrees) a second look at the pose pays: the quality gate judges it. */
const CAREFUL_YAW = 30;

/** How many faces of a photo for enrolment are counted; more than one are too many. */
const MAX_COUNTED = 8;

/** For one face; `analyse` has more, for all faces together. */
export const EXTRA_FITS = 8;

/** The fit to the rectangle, the vector and the quality. */
const VECTOR_COST = STEP_COST.fit + STEP_COST.vector + STEP_COST.quality;

/** A photo → the vector of its first face, and how well that face is shown. */
export async function extractVector(
  { nets, scratch, decode, budget }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
  extras: ReadonlySet<string>,
): Promise<FaceVector> {
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, scratch);
  const forEnrolment = extras.has('enrolment');
  const kept = VECTOR_COST + STEP_COST.fit + STEP_COST.expression;
  const searched = selection.kind === 'detect' ? { maxFaces: MAX_COUNTED, ...selection } : selection;
  const found = await locateFaces(nets, photo, image, searched, {
    // A photo for enrolment must show nobody else, so that the search goes on after the first face.
    onlyFirst: !forEnrolment,
    clock,
    budget,
    extra: budget.extraFits(EXTRA_FITS, kept),
    keptForFace: 0,
    keptForCall: kept,
  });
  const [first] = found;
  if (first === undefined) throw new EngineError('no-face');
  budget.spend(VECTOR_COST + STEP_COST.expression);
  const mesh = await refitted(nets, photo, image, first, selection, clock);
  const face = { ...first, mesh };
  const described = await describeFace(
    nets,
    photo,
    image,
    face,
    { clock, budget },
    forEnrolment ? 0 : CAREFUL_YAW,
  );
  const withExpression = forEnrolment || extras.has('expression');
  return {
    ...described,
    work: budget.spent,
    ...(withExpression && {
      expression: await clock.time('attributes', () => expressionOf(nets.blendshapes, mesh.vertices)),
    }),
    ...(forEnrolment && selection.kind === 'detect' && { faceCount: found.length }),
  };
}

/** The vector of a face that is located already, and how well the face is shown. */
export async function describeFace(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  { box, confidence, mesh }: LocatedFace,
  { clock, budget }: { readonly clock: Clock; readonly budget: WorkBudget },
  carefulYaw = CAREFUL_YAW,
): Promise<Omit<FaceVector, 'work'>> {
  const plain = plainDetail(mesh);
  const { points, pose } =
    Math.abs(plain.pose.yaw) >= carefulYaw && budget.take(STEP_COST.fit)
      ? await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh))
      : plain;
  return {
    imageSize: photo.size,
    face: { box, confidence, pose, landmarks: pointsOnImage(points, photo) },
    vector: await vectorOfMesh(nets, image, mesh, clock),
    model: VECTOR_MODEL,
    quality: measureQuality(image, shownFace(box, mesh.vertices, pose)),
    timings: clock.timings,
  };
}

/** The vector of a face as `vector` gives it: the same face found in the same way gives the same numbers. */
export async function vectorOf(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  face: LocatedFace,
  selection: FaceSelection,
  clock: Clock,
): Promise<Float32Array> {
  return vectorOfMesh(nets, image, await refitted(nets, photo, image, face, selection, clock), clock);
}

const vectorOfMesh = (nets: Nets, image: Pyramid, mesh: Mesh, clock: Clock): Promise<Float32Array> =>
  clock.time('vector', () => embedFace(nets.embedder, image, fivePoints(mesh.vertices)));

/** The vector of a face that was found is taken from the mesh that its rectangle alone leads to: see refitFace. */
async function refitted(
  nets: Nets,
  photo: Photo,
  image: Pyramid,
  face: LocatedFace,
  selection: FaceSelection,
  clock: Clock,
): Promise<Mesh> {
  if (selection.kind !== 'detect') return face.mesh;
  const rectangle = scaleBox(face.box, 1 / photo.scale.x, 1 / photo.scale.y);
  const angle = rollOf(face.mesh.vertices);
  return clock.time('landmarks', () => refitFace(nets.landmarks, image, rectangle, angle));
}
