import type { FaceSelection, FaceVector, FaceVectors } from '../engine.types.js';
import { wholePixels } from '../geometry/whole-pixels.js';
import { pyramidOf } from '../image/pyramid.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import type { Clock } from './clock.js';
import { describeFace, EXTRA_FITS } from './extract-vector.js';
import { locateFaces } from './locate.js';
import type { Tools } from './tools.js';

/** Where one face is compared with all faces of another photo: the most prominent ones are enough, as each costs a vector. */
export const MAX_COMPARED = 12;

/** As many as a face needs on average; one that leans far takes what others leave. */
const EXTRA_FITS_PER_FACE = 2;

/**
 * A photo → the vector of each of its faces, from one decoding. Each is the vector that the face's rectangle in whole
 * pixels gives when it is sent as a box.
 */
export async function extractVectors(
  tools: Tools,
  bytes: Uint8Array,
  selection: FaceSelection,
  clock: Clock,
): Promise<FaceVectors> {
  const photo = await clock.time('decode', () => tools.decode(bytes));
  const image = pyramidOf(photo.pixels, tools.scratch);
  const found = await locateFaces(tools.nets, photo, image, selection, {
    onlyFirst: false,
    clock,
    extra: new ExtraFits(),
  });
  const extra = new ExtraFits(Math.max(EXTRA_FITS, EXTRA_FITS_PER_FACE * found.length));
  const faces: FaceVector[] = [];
  for (const { box } of found) {
    const boxes = [wholePixels(box, photo.size)];
    const [face] = await locateFaces(
      tools.nets,
      photo,
      image,
      { kind: 'boxes', boxes },
      { onlyFirst: true, clock, extra },
    );
    if (face !== undefined) faces.push(await describeFace(tools.nets, photo, image, face, clock));
  }
  return { faces, timings: clock.timings };
}
