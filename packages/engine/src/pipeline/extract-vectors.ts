import type { FaceVector, FaceVectors } from '../engine.types.js';
import { wholePixels } from '../geometry/whole-pixels.js';
import { pyramidOf } from '../image/pyramid.js';
import { ExtraFits } from '../landmarks/extra-fits.js';
import type { Clock } from './clock.js';
import { describeFace } from './extract-vector.js';
import { locateFaces } from './locate.js';
import type { Tools } from './tools.js';

/**
 * A photo → the vector of each of its faces, from one decoding. Each is the vector that the face's rectangle in whole
 * pixels gives when it is sent as a box.
 */
export async function extractVectors(tools: Tools, bytes: Uint8Array, clock: Clock): Promise<FaceVectors> {
  const photo = await clock.time('decode', () => tools.decode(bytes));
  const image = pyramidOf(photo.pixels, tools.canvas);
  const found = await locateFaces(
    tools.nets,
    photo,
    image,
    { kind: 'detect' },
    { onlyFirst: false, clock, extra: new ExtraFits() },
  );
  const faces: FaceVector[] = [];
  for (const { box } of found) {
    const boxes = [wholePixels(box, photo.size)];
    const [face] = await locateFaces(
      tools.nets,
      photo,
      image,
      { kind: 'boxes', boxes },
      { onlyFirst: true, clock, extra: new ExtraFits() },
    );
    if (face !== undefined) faces.push(await describeFace(tools.nets, photo, image, face, clock));
  }
  return { faces, timings: clock.timings };
}
