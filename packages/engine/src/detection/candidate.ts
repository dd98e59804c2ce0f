import type { Point } from '../geometry/box.js';

/** A place where a face may be, in image pixels: a square that turns with the head. */
export interface Candidate {
  readonly centre: Point;
  readonly side: number;
  /** How far the head is turned in the image plane (radians, clockwise). */
  readonly angle: number;
  /** The detector's belief, 0 to 1. */
  readonly score: number;
}
