import { boundingBox, clipBox, height, width, type Box, type Point, type Size } from '../geometry/box.js';
import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import type { Pixels } from '../image/pixels.js';
import { warp, type Pyramid } from '../image/pyramid.js';

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

/** BT.601 luma. */
const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;

/** Mean luma (0 to 255) of the pixels inside the face's outline; 0 where no part of it lies in the image. */
export function illumination(image: Pixels, outline: readonly Point[]): number {
  const box = clipBox(boundingBox(outline), image);
  if (box === null) return 0;
  const { data, width } = image;
  let red = 0;
  let green = 0;
  let blue = 0;
  let count = 0;
  for (let y = Math.floor(box.y1); y < Math.ceil(box.y2); y++) {
    const ends = crossingsAt(outline, y + 0.5);
    for (let pair = 0; pair + 1 < ends.length; pair += 2) {
      const first = Math.max(0, Math.round(Math.min(ends[pair] ?? 0, ends[pair + 1] ?? 0)));
      const end = Math.min(width, Math.round(Math.max(ends[pair] ?? 0, ends[pair + 1] ?? 0)));
      const rowEnd = (y * width + end) * 3;
      for (let i = (y * width + first) * 3; i < rowEnd; i += 3) {
        red += data[i] ?? 0;
        green += data[i + 1] ?? 0;
        blue += data[i + 2] ?? 0;
      }
      count += Math.max(0, end - first);
    }
  }
  return count > 0 ? (RED * red + GREEN * green + BLUE * blue) / count : 0;
}

/** Where a row at height y crosses the polygon: it lies inside between the first two, the next two, and so on. */
function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const crossings: number[] = [];
  let p = polygon.at(-1);
  for (const q of polygon) {
    if (p !== undefined && p.y <= y !== q.y <= y) {
      crossings.push(p.x + ((y - p.y) / (q.y - p.y)) * (q.x - p.x));
    }
    p = q;
  }
  return crossings.length > 2 ? crossings.sort((a, b) => a - b) : crossings;
}

/** Every face is measured at this size: finer detail of larger faces does not count. */
const CROP_SIDE = 96;
/** The middle of the face, from the brows to the mouth: hair and background may be sharper or softer. */
const MIDDLE = 0.75;
/** Neighbours on either side that the comparison blurs over. */
const REACH = 4;

/**
 * How sharp a face is, 0 to 1: the share of the differences between neighbouring pixels that a strong blur would take
 * away, the smaller of both directions. A further blur changes a blurred face little. Contrast has no influence
 * (Crete et al., The blur effect, 2007).
 */
export function sharpness(image: Pyramid, square: SquareRegion): number {
  const toImage = cropToImage({ ...square, side: square.side * MIDDLE }, CROP_SIDE);
  const planes = warp(image, toImage, { width: CROP_SIDE, height: CROP_SIDE }, 0);
  const count = CROP_SIDE * CROP_SIDE;
  const luma = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    luma[i] = RED * (planes[i] ?? 0) + GREEN * (planes[count + i] ?? 0) + BLUE * (planes[2 * count + i] ?? 0);
  }
  return Math.min(lostToBlur(luma, 1, CROP_SIDE), lostToBlur(luma, CROP_SIDE, 1));
}

/** The share of differences along one direction that a blur in that direction takes away. */
function lostToBlur(luma: Float32Array, along: number, across: number): number {
  let differences = 0;
  let lost = 0;
  const at = (line: number, place: number): number => luma[line * across + place * along] ?? 0;
  for (let line = 0; line < CROP_SIDE; line++) {
    for (let place = REACH; place < CROP_SIDE - REACH - 1; place++) {
      const difference = Math.abs(at(line, place + 1) - at(line, place));
      // Two neighbouring means over the same width differ by the values at their outer ends alone.
      const blurred = Math.abs(at(line, place + REACH + 1) - at(line, place - REACH)) / (2 * REACH + 1);
      differences += difference;
      lost += Math.max(0, difference - blurred);
    }
  }
  return differences > 0 ? lost / differences : 0;
}
