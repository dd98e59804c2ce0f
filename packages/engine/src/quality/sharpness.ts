import { cropToImage, type SquareRegion } from '../geometry/similarity.js';
import type { Pyramid } from '../image/pyramid.js';
import { warp } from '../image/warp.js';
import { BLUE, GREEN, RED } from './luma.js';

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
