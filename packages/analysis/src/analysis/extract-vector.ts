import type { FaceSelection, FaceVector, FaceVectors, Match } from '../analysis.types.js';
import { EngineError } from '../errors.js';
import { scaleBox } from '../geometry/box.js';
import { fivePoints, rollOf } from '../landmarks/face-geometry.js';
import { refitFace, type Mesh } from '../landmarks/fit-face.js';
import { refineLandmarks, landmarksFromMesh } from '../landmarks/landmarks-68.js';
import { embedFace } from '../recognition/embed-face.js';
import { distance, MATCH_THRESHOLD } from '../recognition/vector.js';
import { COMPUTED_EXTRAS, computeExtras, type ComputedExtra } from './face-extras.js';
import type { PhotoCall } from './photo-call.js';
import { selectFaces, pointsOnImage, type SelectedFace } from './select-faces.js';

/** From this yaw (degrees) on the pose is averaged with a mirrored fit, because the quality gate depends on it. */
const REFINED_YAW = 30;

/** Faces of an enrolment photo are counted up to this number; two are already too many. */
const MAX_COUNTED = 8;

/** A photo → the vector of its first face, with the requested extras. */
export async function extractVector(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): Promise<FaceVector> {
  const forEnrolment = extras.has('enrolment');
  const searched = selection.kind === 'detect' ? { maxFaces: MAX_COUNTED, ...selection } : selection;
  // An enrolment photo must show nobody else, so the search continues after the first face.
  const found = await selectFaces(call, searched, { onlyFirst: !forEnrolment });
  const [first] = found;
  if (first === undefined) throw new EngineError('no-face');
  const mesh = await refitted(call, first, selection);
  const described = await describeFace(
    call,
    { ...first, mesh },
    {
      refinedYaw: forEnrolment ? 0 : REFINED_YAW,
      isWanted: (name) => forEnrolment || extras.has(name),
    },
  );
  return {
    ...described,
    ...(forEnrolment && selection.kind === 'detect' && { faceCount: found.length }),
  };
}

interface Description {
  readonly refinedYaw: number;
  readonly isWanted: (name: ComputedExtra) => boolean;
}

/** The vector, landmarks, pose and requested extras of a selected face. */
async function describeFace(
  call: PhotoCall,
  { box, confidence, mesh }: SelectedFace,
  { refinedYaw, isWanted }: Description,
): Promise<FaceVector> {
  const { models, photo, image, timer, encodePng } = call;
  const plain = landmarksFromMesh(mesh);
  const [{ points, pose } = plain] =
    Math.abs(plain.pose.yaw) >= refinedYaw
      ? await timer.time('landmarks', () => refineLandmarks(models.landmarks, image, [mesh]))
      : [];
  const input = { models, image, box, mesh, pose, encodePng };
  return {
    imageSize: photo.size,
    face: { box, confidence, pose, landmarks: pointsOnImage(points, photo) },
    vector: await vectorOfMesh(call, mesh),
    model: call.vectorModel,
    // A call that wants none has no such stage.
    ...(COMPUTED_EXTRAS.some(isWanted) &&
      (await timer.time('attributes', () => computeExtras(input, isWanted)))),
    timings: timer.timings,
  };
}

/** The vector of a face as `vector` returns it: the same face found in the same way gives the same numbers. */
export async function vectorOf(
  call: PhotoCall,
  face: SelectedFace,
  selection: FaceSelection,
): Promise<Float32Array> {
  return vectorOfMesh(call, await refitted(call, face, selection));
}

const vectorOfMesh = ({ models, image, timer }: PhotoCall, mesh: Mesh): Promise<Float32Array> =>
  timer.time('vector', () => embedFace(models.embedder, image, fivePoints(mesh.vertices)));

/** The mesh that the vector is taken from: for a detected face, one fitted to its rectangle alone (see refitFace). */
async function refitted(
  { models, photo, image, timer }: PhotoCall,
  face: SelectedFace,
  selection: FaceSelection,
): Promise<Mesh> {
  if (selection.kind !== 'detect') return face.mesh;
  const rectangle = scaleBox(face.box, 1 / photo.scale.x, 1 / photo.scale.y);
  const angle = rollOf(face.mesh.vertices);
  return timer.time('landmarks', () => refitFace(models.landmarks, image, rectangle, angle));
}

/** A photo → the vector of each of its faces, as `vector` would return it, from one decoding. */
export async function extractVectors(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): Promise<FaceVectors> {
  const description = { refinedYaw: Infinity, isWanted: (name: ComputedExtra) => extras.has(name) };
  const found = await selectFaces(call, selection, { onlyFirst: false });
  const faces: FaceVector[] = [];
  for (const face of found) {
    const mesh = await refitted(call, face, selection);
    faces.push(await describeFace(call, { ...face, mesh }, description));
  }
  return { faces, timings: call.timer.timings };
}

/** Whether two faces are of the same person. */
export function matchOf(first: FaceVector, second: FaceVector): Match {
  const between = distance(first.vector, second.vector);
  return { distance: between, isMatch: between < MATCH_THRESHOLD, first, second };
}
