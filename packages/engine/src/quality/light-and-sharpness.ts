import { boundingBox, clipBox, type Point } from '../geometry/box.js';
import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import type { Pixels } from '../image/pixels.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';

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
    for (const [from, to] of spansAt(outline, y + 0.5)) {
      const first = Math.max(0, Math.round(from));
      const end = Math.min(width, Math.round(to));
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

/** Where a row at height y lies inside the polygon: pairs of left and right ends. */
function spansAt(polygon: readonly Point[], y: number): [number, number][] {
  const crossings: number[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length] ?? p;
    if (p.y <= y === q.y <= y) return;
    crossings.push(p.x + ((y - p.y) / (q.y - p.y)) * (q.x - p.x));
  });
  crossings.sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i] ?? 0, crossings[i + 1] ?? 0]);
  return spans;
}

/** Every face is measured at this size: finer detail of larger faces does not count. */
const CROP_SIDE = 96;
/** The middle of the face, from the brows to the mouth: hair and background may be sharper or softer. */
const MIDDLE = 0.75;
/** Neighbours on either side that the comparison blurs over. */
const REACH = 4;

/**
 * How sharp a face is, 0 to 1: the share of the differences between neighbouring pixels that a strong blur would take
 * away, the smaller of both directions. A blurred face has little left to lose. Contrast has no influence
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
