import { height, width, type Box } from '../geometry/box.js';
import { scaleOf } from '../geometry/similarity.js';
import type { View } from './view.js';

/** A possible face, in image pixels. */
export interface Candidate {
  /** As a person would draw it: from the upper forehead to the chin, without the ears. */
  readonly box: Box;
  /** How far the head is turned in the image plane (radians, clockwise), from the five points. */
  readonly angle: number;
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

export const sideOf = ({ box }: Candidate): number => Math.max(width(box), height(box));

/** The longer side in pixels that the detector really had: enlarging a photo adds none. */
export const sideInPixels = (candidate: Candidate, { toImage }: View): number =>
  sideOf(candidate) / Math.max(1, scaleOf(toImage));
