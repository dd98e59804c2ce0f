import { boundingBox, height, width, type Box, type Point, type Size } from '../geometry/box.js';
import type { SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { illumination, sharpness } from './light-and-sharpness.js';

/** The image quality of a face. The first three measures are those of the specification's quality gate. */
export interface Quality {
  /** The face rectangle, in pixels of the full upright image. */
  readonly size: Size;
  /** Mean luma over the face (BT.601), 0 to 255. */
  readonly illumination: number;
  /** Absolute head yaw in degrees. */
  readonly yaw: number;
  /** Mean luma of the darker half of the face relative to the brighter one, 0 to 1. */
  readonly evenness: number;
  /** How much fine detail the face shows, 0 to 1; see `sharpness`. */
  readonly sharpness: number;
  /** One number for all, 0 to 1: the score of the weakest measure. */
  readonly score: number;
}

/** Enough rows of a face for its mean luma; more rows do not change it. */
const ENOUGH_ROWS = 128;

/** The position of a face: its rectangle in full-image pixels, everything else in analysed pixels. */
export interface QualityInput {
  readonly box: Box;
  readonly outline: readonly Point[];
  /** The outline of either half of the face. */
  readonly halves: readonly [readonly Point[], readonly Point[]];
  /** Around the mesh, rotated with the head. */
  readonly square: SquareRegion;
  readonly pose: { readonly yaw: number; readonly pitch: number };
}

export function measureQuality(image: Pyramid, face: QualityInput): Quality {
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

/** Rises linearly from 0 at `none` to 1 at `full`, and is constant beyond. */
const ramp = (value: number, none: number, full: number): number =>
  Math.min(1, Math.max(0, (value - none) / (full - none)));

/**
 * How good the weakest measure is, because the best light does not make up for a face of twenty pixels. Each is 1 in
 * a good portrait, and 0 where nothing can be recognised. It describes a photo; it does not predict distances of vectors.
 */
export const qualityScore = (
  { size, illumination, yaw, evenness, sharpness }: Omit<Quality, 'score'>,
  pitch: number,
): number =>
  Math.min(
    ramp(Math.min(size.width, size.height), 16, 112),
    ramp(illumination, 10, 90),
    ramp(illumination, 250, 200),
    ramp(yaw, 90, 15),
    ramp(Math.abs(pitch), 75, 20),
    ramp(evenness, 0, 0.6),
    ramp(sharpness, 0.1, 0.45),
  );
