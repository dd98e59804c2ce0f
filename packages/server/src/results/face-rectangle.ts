import { wholePixels, type Box, type FaceSelection, type Size } from '@facet/engine';

export type FaceRectangle = [x1: number, y1: number, x2: number, y2: number];

/** A detected face in whole pixels inside the image; a box that the caller gave stays as given. */
export function faceRectangle(box: Box, image: Size, selection: FaceSelection): FaceRectangle {
  if (selection.kind === 'boxes') return [box.x1, box.y1, box.x2, box.y2];
  const { x1, y1, x2, y2 } = wholePixels(box, image);
  return [x1, y1, x2, y2];
}
