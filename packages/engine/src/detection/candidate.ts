import { height, width, type Box } from '../geometry/box.js';

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
