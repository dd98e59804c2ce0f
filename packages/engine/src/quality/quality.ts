import { boundingBox, height, width, type Box, type Point } from '../geometry/box.js';
import type { Pyramid } from '../image/pyramid.js';
import { illumination } from './illumination.js';
import type { Quality } from './quality.types.js';

/** The mean light of a face is the same with so many rows of it as with all. */
const ENOUGH_ROWS = 128;

/** The three measures of a face: its rectangle in full-image pixels, its outline in analysed pixels. */
export const measureQuality = (
  image: Pyramid,
  face: { readonly box: Box; readonly outline: readonly Point[]; readonly yaw: number },
): Quality => ({
  size: { width: width(face.box), height: height(face.box) },
  illumination: lightInside(image, face.outline),
  yaw: Math.abs(face.yaw),
});

function lightInside(image: Pyramid, outline: readonly Point[]): number {
  const { level, shrink } = image.levelFor(height(boundingBox(outline)) / ENOUGH_ROWS);
  const onLevel = outline.map(({ x, y }) => ({ x: x / shrink, y: y / shrink }));
  return illumination(image.canvas.pixels(level), onLevel);
}
