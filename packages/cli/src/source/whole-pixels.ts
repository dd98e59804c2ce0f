import type { Box } from '@facet/client';
import { wholePixels as wholePixelsOf, type Box as EngineBox, type Size } from '@facet/engine';

/** A detected face as the client writes boxes. */
export function wholePixels(box: EngineBox, image: Size): Box {
  const { x1, y1, x2, y2 } = wholePixelsOf(box, image);
  return [x1, y1, x2, y2];
}
