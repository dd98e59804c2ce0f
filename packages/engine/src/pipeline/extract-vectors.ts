import type { FaceSelection, FaceVector, FaceVectors } from '../engine.types.js';
import { pyramidOf } from '../image/pyramid.js';
import type { Clock } from './clock.js';
import { describeFace, refitted, VECTOR_COST } from './extract-vector.js';
import { locateFaces } from './locate.js';
import type { Tools } from './tools.js';

/** Where one face is compared with all faces of another photo: the most prominent ones are enough, as each costs a vector. */
export const MAX_COMPARED = 12;

/** A search leaves enough for the vectors of so many faces. */
const ASSURED_VECTORS = 3;

const EXTRA_FITS_OF_SEARCH = 12;

/**
 * A photo → the vector of each of its faces, from one decoding. Each is the vector that `vector` gives for that face.
 * Where many faces leave too little of the call's budget, only the most prominent ones have one.
 */
export async function extractVectors(
  { nets, scratch, decode, budget }: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<FaceVectors> {
  const photo = await clock.time('decode', () => decode(bytes));
  const image = pyramidOf(photo.pixels, scratch);
  const kept = ASSURED_VECTORS * VECTOR_COST;
  const found = await locateFaces(nets, photo, image, selection, {
    onlyFirst: false,
    clock,
    budget,
    extra: budget.extraFits(EXTRA_FITS_OF_SEARCH, kept),
    keptForFace: 0,
    keptForCall: kept,
  });
  const faces: FaceVector[] = [];
  for (const [n, face] of found.entries()) {
    if (n >= ASSURED_VECTORS && !budget.affords(VECTOR_COST)) break;
    budget.spend(VECTOR_COST);
    const mesh = await refitted(nets, photo, image, face, selection, clock);
    const described = await describeFace(nets, photo, image, { ...face, mesh }, { clock, budget });
    faces.push({ ...described, work: budget.spent });
  }
  return { faces, timings: clock.timings };
}
