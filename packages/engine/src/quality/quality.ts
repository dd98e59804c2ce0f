import { boundingBox, height, width, type Box, type Point } from '../geometry/box.js';
import type { SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { illumination } from './illumination.js';
import type { Quality } from './quality.types.js';
import { qualityScore } from './quality-score.js';
import { sharpness } from './sharpness.js';

/** Enough rows of a face for its mean luma; more rows do not change it. */
const ENOUGH_ROWS = 128;

/** The position of a face: its rectangle in full-image pixels, everything else in analysed pixels. */
export interface ShownFace {
  readonly box: Box;
  readonly outline: readonly Point[];
  /** The outline of either half of the face. */
  readonly halves: readonly [readonly Point[], readonly Point[]];
  /** Around the mesh, rotated with the head. */
  readonly square: SquareRegion;
  readonly pose: { readonly yaw: number; readonly pitch: number };
}

export function measureQuality(image: Pyramid, face: ShownFace): Quality {
  const { box, outline, halves, square, pose } = face;
  const [left, right] = halves.map((half) => lightInside(image, half));
  const measured = {
    size: { width: width(box), height: height(box) },
    illumination: lightInside(image, outline),
    yaw: Math.abs(pose.yaw),
    evenness: evennessOf(left ?? 0, right ?? 0),
    sharpness: sharpness(image, square),
  };
  return { ...measured, score: qualityScore(measured, pose.pitch) };
}

const evennessOf = (a: number, b: number): number => {
  const brighter = Math.max(a, b);
  return brighter > 0 ? Math.min(a, b) / brighter : 0;
};

function lightInside(image: Pyramid, outline: readonly Point[]): number {
  const { level, shrink } = image.levelFor(height(boundingBox(outline)) / ENOUGH_ROWS);
  const onLevel = outline.map(({ x, y }) => ({ x: x / shrink, y: y / shrink }));
  return illumination(image.scratch.pixels(level), onLevel);
}
