import { attributesOf } from '../attributes/attributes.js';
import type { Analysis, AttributedFace, FaceSelection } from '../analysis.types.js';
import { facePlace } from '../landmarks/face-geometry.js';
import { refineLandmarks, landmarksFromMesh } from '../landmarks/landmarks-68.js';
import { spoofScore } from '../liveness/spoof-score.js';
import { computeExtras } from './face-extras.js';
import type { PhotoCall } from './photo-call.js';
import { vectorOf } from './extract-vector.js';
import { onAnalysed, selectFaces, pointsOnImage } from './select-faces.js';
import { STEP_COST, type WorkBudget } from './work-budget.js';

/**
 * No call returns more vectors than this, those of the most prominent faces or the first boxes, and fewer if dozens of
 * faces leave too little of its budget: each costs one more landmark fit and a run of the most expensive model. They take
 * precedence over the refinement of any face.
 */
export const MAX_VECTORS = 8;

/** No more faces of a photo get a spoof score. */
export const MAX_SPOOF_SCORES = 4;

/**
 * The most prominent faces are refined: landmarks and pose are averaged with a fit of the mirrored face (test-time
 * augmentation), and age and gender come from both models. A search leaves enough of the budget for this many faces; in a photo of few faces all of them are refined.
 */
const GUARANTEED_REFINEMENTS = 4;
const REFINEMENT_COST = STEP_COST.fit + STEP_COST.secondAttributeModel;

/** Additional landmark fits, for tilted faces and for boxes whose face lies on its side. */
const EXTRA_FITS = 12;

/** A photo → every face with landmarks, pose, age range and gender, and the requested extras. */
export async function analysePhoto(
  call: PhotoCall,
  selection: FaceSelection,
  extras: ReadonlySet<string>,
): Promise<Analysis> {
  const { models, photo, image, budget, timer, encodePng } = call;
  const reserved = Math.max(GUARANTEED_REFINEMENTS * REFINEMENT_COST, costOfBoxVectors(selection, extras));
  const selected = await selectFaces(call, selection, {
    onlyFirst: false,
    extra: budget.extraFits(EXTRA_FITS, reserved),
    // The same whatever extras are requested, so that every search finds the same faces.
    reservedPerFace: STEP_COST.basicFace,
    reservedForCall: reserved,
  });
  const vectors = plannedVectors(budget, selected.length, selection, extras);
  const faces: AttributedFace[] = [];
  for (const [n, face] of selected.entries()) {
    const { mesh, box, confidence } = face;
    // The most prominent come first; in a crowd the budget does not reach the others.
    const isRefined = budget.take(REFINEMENT_COST, vectors.reservedFrom(n));
    const { points, pose } = isRefined
      ? await timer.time('landmarks', () => refineLandmarks(models.landmarks, image, mesh))
      : landmarksFromMesh(mesh);
    const attributes = await timer.time('attributes', () =>
      attributesOf(models, image, facePlace(mesh.vertices), isRefined),
    );
    faces.push({
      box,
      confidence,
      pose,
      landmarks: pointsOnImage(points, photo),
      ...attributes,
      ...(await timer.time('attributes', () =>
        computeExtras({ models, image, box, mesh, pose, encodePng }, (name) => extras.has(name)),
      )),
      ...(extras.has('vector') && vectors.take(n) && { vector: await vectorOf(call, face, selection) }),
      ...(extras.has('spoofScore') &&
        n < MAX_SPOOF_SCORES &&
        budget.take(STEP_COST.spoofScore, vectors.reservedFrom(n + 1)) && {
          spoofScore: await timer.time('attributes', () =>
            spoofScore(models.spoof, image, onAnalysed(box, photo)),
          ),
        }),
    });
  }
  return { imageSize: photo.size, faces, timings: timer.timings };
}

/** The cost of the vectors of boxes. Those of detected faces share what the search leaves of the budget. */
function costOfBoxVectors(selection: FaceSelection, extras: ReadonlySet<string>): number {
  if (selection.kind !== 'boxes' || !extras.has('vector')) return 0;
  return STEP_COST.vector * Math.min(selection.boxes.length, MAX_VECTORS);
}

interface PlannedVectors {
  /** What the refinement of the nth face must leave for the vectors of this face and of those after it. */
  reservedFrom(n: number): number;
  /** Whether the nth face gets a vector. After a face without one, no other face gets one. */
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
    reservedFrom: (n) => cost * Math.max(0, most - n),
    take: (n) => {
      noMore ||= n >= most || !budget.take(cost);
      return !noMore;
    },
  };
}
