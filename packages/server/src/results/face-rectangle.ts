import type { Box, FaceSelection, Size } from '@facet/engine';

export type FaceRectangle = [x1: number, y1: number, x2: number, y2: number];

/**
 * A detected face in whole pixels inside the image; a box that the caller gave stays as given.
 * At least one pixel wide and high, so that it can be used as a box again.
 */
export function faceRectangle(box: Box, image: Size, selection: FaceSelection): FaceRectangle {
  if (selection.kind === 'boxes') return [box.x1, box.y1, box.x2, box.y2];
  const [x1, x2] = wholePixels(box.x1, box.x2, image.width);
  const [y1, y2] = wholePixels(box.y1, box.y2, image.height);
  return [x1, y1, x2, y2];
}

function wholePixels(from: number, to: number, end: number): [number, number] {
  const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, end - 1));
  return [start, Math.max(start + 1, Math.min(end, Math.round(to)))];
}
