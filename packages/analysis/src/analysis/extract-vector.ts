import type { FaceSelection, FaceVector, FaceVectors, Match } from '../analysis.types.js';
import { EngineError } from '../errors.js';
import { scaleBox, integerBox } from '../geometry/box.js';
import { fivePoints, rollOf } from '../landmarks/face-geometry.js';
import { refitFace, type Mesh } from '../landmarks/fit-face.js';
import { refineLandmarks, landmarksFromMesh } from '../landmarks/landmarks-68.js';
import { embedFace } from '../recognition/embed-face.js';
import { distance, MATCH_THRESHOLD } from '../recognition/vector.js';
import { COMPUTED_EXTRAS, computeExtras, EXTRA_STEPS, type ComputedExtra } from './face-extras.js';
import type { PhotoCall } from './photo-call.js';
import { FITS_OF_BOX, selectFaces, pointsOnImage, type SelectedFace } from './select-faces.js';
import { STEP_COST } from './work-budget.js';

/** From this yaw (degrees) on the pose is averaged with a mirrored fit, because the quality gate depends on it. */
const REFINED_YAW = 30;

/** Faces of an enrolment photo are counted up to this number; two are already too many. */
const MAX_COUNTED = 8;

/** Additional landmark fits for one face; `analyse` allows more, for all faces together. */
const EXTRA_FITS = 8;

/** The fit to the rectangle, the vector and the extras. */
const VECTOR_COST = STEP_COST.fit + STEP_COST.vector + STEP_COST.extras;

/** A photo → the vector of its first face, and the quality of that face. */
export async function extractVector(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): Promise<FaceVector> {
  const { budget } = call;
  const forEnrolment = extras.has('enrolment');
  const reserved = VECTOR_COST + STEP_COST.fit;
  const searched = selection.kind === 'detect' ? { maxFaces: MAX_COUNTED, ...selection } : selection;
  const found = await selectFaces(call, searched, {
    // An enrolment photo must show nobody else, so the search continues after the first face.
    onlyFirst: !forEnrolment,
    extra: budget.extraFits(EXTRA_FITS, reserved),
    reservedPerFace: 0,
    reservedForCall: reserved,
  });
  const [first] = found;
  if (first === undefined) throw new EngineError('no-face');
  budget.spend(VECTOR_COST);
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
    work: budget.spent,
    ...(forEnrolment && selection.kind === 'detect' && { faceCount: found.length }),
  };
}

interface Description {
  readonly refinedYaw: number;
  /** Which extras to compute, besides the quality. */
  readonly isWanted: (name: ComputedExtra) => boolean;
}

const PLAIN: Description = { refinedYaw: REFINED_YAW, isWanted: () => false };

/** The vector, landmarks, pose, quality and requested extras of a selected face. */
async function describeFace(
  call: PhotoCall,
  { box, confidence, mesh }: SelectedFace,
  { refinedYaw, isWanted } = PLAIN,
): Promise<Omit<FaceVector, 'work'>> {
  const { models, photo, image, budget, timer, encodePng } = call;
  const plain = landmarksFromMesh(mesh);
  const { points, pose } =
    Math.abs(plain.pose.yaw) >= refinedYaw && budget.take(STEP_COST.fit)
      ? await timer.time('landmarks', () => refineLandmarks(models.landmarks, image, mesh))
      : plain;
  const input = { models, image, box, mesh, pose, encodePng };
  const isWantedBeside = (name: ComputedExtra): boolean => name !== 'quality' && isWanted(name);
  return {
    imageSize: photo.size,
    face: { box, confidence, pose, landmarks: pointsOnImage(points, photo) },
    vector: await vectorOfMesh(call, mesh),
    model: call.vectorModel,
    // A call that wants none has no such stage.
    ...(COMPUTED_EXTRAS.some(isWantedBeside) &&
      (await timer.time('attributes', () => computeExtras(input, isWantedBeside)))),
    quality: await EXTRA_STEPS.quality.compute(input),
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

/** When a face is compared with all faces of another photo, only the most prominent ones: each costs a vector. */
export const MAX_COMPARED = 12;

/** A search leaves enough of the budget for the vectors of this many faces. */
const GUARANTEED_VECTORS = 3;

/** What a face needs on average; a strongly tilted one uses what others leave. */
const EXTRA_FITS_PER_FACE = 2;
const EXTRA_FITS_OF_SEARCH = 12;

const AFTER_FITS = STEP_COST.vector + EXTRA_STEPS.quality.cost;
const COST = FITS_OF_BOX * STEP_COST.fit + AFTER_FITS;

/**
 * A photo → the vector of each of its faces, from one decoding. Each is the vector that the face's rectangle in integer
 * pixels gives when it is sent as a box. Where many faces leave too little of the call's budget, only the most prominent
 * ones have one.
 */
export async function extractVectors(call: PhotoCall, selection: FaceSelection): Promise<FaceVectors> {
  const { photo, budget, timer } = call;
  const reserved = GUARANTEED_VECTORS * COST;
  const found = await selectFaces(call, selection, {
    onlyFirst: false,
    extra: budget.extraFits(EXTRA_FITS_OF_SEARCH, reserved),
    reservedPerFace: 0,
    reservedForCall: reserved,
  });
  const extra = budget.extraFits(Math.max(EXTRA_FITS, EXTRA_FITS_PER_FACE * found.length), COST);
  const faces: FaceVector[] = [];
  for (const [n, { box, confidence }] of found.entries()) {
    if (n >= GUARANTEED_VECTORS && !budget.affords(COST)) break;
    budget.spend(AFTER_FITS);
    const boxes = [integerBox(box, photo.size)];
    const [face] = await selectFaces(
      call,
      { kind: 'boxes', boxes },
      { onlyFirst: true, extra, reservedPerFace: 0, reservedForCall: 0 },
    );
    if (face === undefined) continue;
    const described = await describeFace(call, { ...face, confidence });
    faces.push({ ...described, work: budget.spent });
  }
  return { faces, timings: timer.timings };
}

/** Whether two faces are of the same person. */
export function matchOf(first: FaceVector, second: FaceVector): Match {
  const between = distance(first.vector, second.vector);
  return { distance: between, isMatch: between < MATCH_THRESHOLD, first, second };
}
