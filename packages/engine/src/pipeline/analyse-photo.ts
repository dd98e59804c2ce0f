import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceExtra, FaceSelection } from '../engine.types.js';
import { detailFace, plainDetail } from '../landmarks/landmarks-68.js';
import { expressionOf } from '../landmarks/expression.js';
import { eyeCornersAndNose, faceSquare, type HeadPose } from '../landmarks/face-geometry.js';
import { measureQuality } from '../quality/quality.js';
import type { PhotoCall } from './call.js';
import { vectorOf } from './extract-vector.js';
import { locateFaces, pointsOnImage, shownFace, type LocatedFace } from './locate.js';
import { STEP_COST, type WorkBudget } from './work-budget.js';

/**
 * No call gives more vectors than this, those of the most prominent faces or the first boxes, and fewer where dozens of
 * faces leave too little of its budget: each costs one more landmark fit and the most expensive net of all. They are more
 * important than a second look at any face.
 */
export const MAX_VECTORS = 8;

/**
 * The most prominent faces get a second look: landmarks and pose from a mirrored fit too, age and gender from both nets.
 * A search leaves enough for so many faces; in a photo of few faces all of them get it.
 */
const ASSURED_SECOND_LOOKS = 4;
const SECOND_LOOK = STEP_COST.fit + STEP_COST.secondOpinion;

/** Fits beyond the necessary ones, for faces that lean or that a box shows lying. */
const EXTRA_FITS = 12;

/** A photo → every face with landmarks, pose, age range and gender, and what else was asked for. */
export async function analysePhoto(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): Promise<Analysis> {
  const { nets, photo, image, budget, clock } = call;
  const kept = Math.max(ASSURED_SECOND_LOOKS * SECOND_LOOK, vectorsOfBoxes(selection, extras));
  const located = await locateFaces(call, selection, {
    onlyFirst: false,
    extra: budget.extraFits(EXTRA_FITS, kept),
    // The same whatever else is asked for, so that a search finds the same faces.
    keptForFace: STEP_COST.plainFace,
    keptForCall: kept,
  });
  const vectors = plannedVectors(budget, located.length, selection, extras);
  const faces: AttributedFace[] = [];
  for (const [n, face] of located.entries()) {
    const { mesh, box, confidence } = face;
    // The most prominent come first; in a crowd the others do without.
    const hasSecondLook = budget.take(SECOND_LOOK, vectors.kept(n));
    const { points, pose } = hasSecondLook
      ? await clock.time('landmarks', () => detailFace(nets.landmarks, image, mesh))
      : plainDetail(mesh);
    const place = { square: faceSquare(mesh.vertices), points: eyeCornersAndNose(mesh.vertices) };
    const attributes = await clock.time('attributes', () => attributesOf(nets, image, place, hasSecondLook));
    faces.push({
      box,
      confidence,
      pose,
      landmarks: pointsOnImage(points, photo),
      ...attributes,
      ...(await extrasOf(
        call,
        selection,
        { ...face, pose },
        wanted(extras, () => vectors.take(n)),
      )),
    });
  }
  return { imageSize: photo.size, faces, timings: clock.timings };
}

/** What the vectors of boxes need; those of faces that are found share what the search leaves. */
function vectorsOfBoxes(selection: FaceSelection, extras: ReadonlySet<string>): number {
  if (selection.kind !== 'boxes' || !extras.has('vector')) return 0;
  return STEP_COST.vector * Math.min(selection.boxes.length, MAX_VECTORS);
}

/** What to find of a face. */
const wanted = (
  extras: ReadonlySet<string>,
  mayHaveVector: () => boolean,
): ((name: FaceExtra) => boolean) => {
  return (name) => extras.has(name) && (name !== 'vector' || mayHaveVector());
};

interface PlannedVectors {
  /** What second looks at the nth face must leave for the vectors of this one and those behind it. */
  kept(n: number): number;
  /** Whether the nth face gets a vector. No face gets one after a face that got none. */
  take(n: number): boolean;
}

function plannedVectors(
  budget: WorkBudget,
  faces: number,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): PlannedVectors {
  const cost = STEP_COST.vector + (selection.kind === 'detect' ? STEP_COST.fit : 0);
  const most = extras.has('vector') ? Math.min(faces, MAX_VECTORS) : 0;
  let noMore = false;
  return {
    kept: (n) => cost * Math.max(0, most - n),
    take: (n) => {
      noMore ||= n >= most || !budget.take(cost);
      return !noMore;
    },
  };
}

/** What only some calls ask for. */
async function extrasOf(
  call: PhotoCall,
  selection: FaceSelection,
  face: LocatedFace & { readonly pose: HeadPose },
  isWanted: (name: FaceExtra) => boolean,
): Promise<Pick<AttributedFace, FaceExtra>> {
  const { nets, image, clock } = call;
  const { box, mesh, pose } = face;
  return {
    ...(isWanted('quality') && { quality: measureQuality(image, shownFace(box, mesh.vertices, pose)) }),
    ...(isWanted('expression') && {
      expression: await clock.time('attributes', () => expressionOf(nets.blendshapes, mesh.vertices)),
    }),
    ...(isWanted('vector') && { vector: await vectorOf(call, face, selection) }),
  };
}
