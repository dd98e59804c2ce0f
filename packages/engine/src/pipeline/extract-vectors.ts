import type { FaceSelection, FaceVector, FaceVectors } from '../engine.types.js';
import { wholePixels } from '../geometry/whole-pixels.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Clock } from './clock.js';
import { describeFace, EXTRA_FITS } from './extract-vector.js';
import { FITS_OF_BOX, locateFaces } from './locate.js';
import type { Tools } from './tools.js';
import { STEP_COST } from './work-budget.js';

/** Where one face is compared with all faces of another photo: the most prominent ones are enough, as each costs a vector. */
export const MAX_COMPARED = 12;

/** A search leaves enough for the vectors of so many faces. */
const ASSURED_VECTORS = 3;

/** As many as a face needs on average; one that leans far takes what others leave. */
const EXTRA_FITS_PER_FACE = 2;
const EXTRA_FITS_OF_SEARCH = 12;

const AFTER_FITS = STEP_COST.vector + STEP_COST.quality;
const COST = FITS_OF_BOX * STEP_COST.fit + AFTER_FITS;

/**
 * A photo → the vector of each of its faces, from one decoding. Each is the vector that the face's rectangle in whole
 * pixels gives when it is sent as a box. Where many faces leave too little of the call's budget, only the most prominent
 * ones have one.
 */
export async function extractVectors(
  { nets, scratch, decode, budget }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<FaceVectors> {
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, scratch);
  const kept = ASSURED_VECTORS * COST;
  const found = await locateFaces(nets, photo, image, selection, {
    onlyFirst: false,
    clock,
    budget,
    extra: budget.extraFits(EXTRA_FITS_OF_SEARCH, kept),
    keptForFace: 0,
    keptForCall: kept,
  });
  const extra = budget.extraFits(Math.max(EXTRA_FITS, EXTRA_FITS_PER_FACE * found.length), COST);
  const faces: FaceVector[] = [];
  for (const [n, { box }] of found.entries()) {
    if (n >= ASSURED_VECTORS && !budget.affords(COST)) break;
    budget.spend(AFTER_FITS);
    const boxes = [wholePixels(box, photo.size)];
    const [face] = await locateFaces(
      nets,
      photo,
      image,
      { kind: 'boxes', boxes },
      { onlyFirst: true, clock, budget, extra, keptForFace: 0, keptForCall: 0 },
    );
    if (face === undefined) continue;
    const described = await describeFace(nets, photo, image, face, { clock, budget });
    faces.push({ ...described, work: budget.spent });
  }
  return { faces, timings: clock.timings };
}
