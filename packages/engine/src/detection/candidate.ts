import { height, width, type Box } from '../geometry/box.js';
import { scaleOf } from '../geometry/similarity.js';
import type { View } from './view.js';

/** A place where a face may be, in image pixels. */
export interface Candidate {
  /** As people draw the box of a face: from the upper forehead to the chin, ears left out. */
  readonly box: Box;
  /** How far the head is turned in the image plane (radians, clockwise), from the five points. */
  readonly angle: number;
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

export const sideOf = ({ box }: Candidate): number => Math.max(width(box), height(box));

/** How many pixels of the photo the detector saw along the longer side: a photo that is enlarged shows no more of them. */
export const sideInPixels = (candidate: Candidate, { toImage }: View): number =>
  sideOf(candidate) / Math.max(1, scaleOf(toImage));
