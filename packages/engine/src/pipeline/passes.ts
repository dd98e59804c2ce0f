import { viewOf, type View } from '../detection/view.js';
import type { Size } from '../geometry/box.js';

/** One run of the detector: how the image is shown, and which faces the pass may add. */
export interface DetectorPass {
  readonly name: 'reduced' | 'full';
  readonly view: (image: Size) => View;
  readonly minScore: number;
  /** The smallest and the largest face that this pass may add, relative to the image's long side. */
  readonly minSide: number;
  readonly maxSide: number;
}

const longSide = (image: Size): number => Math.max(image.width, image.height);

/** Larger photos are reduced to this long side; small ones are enlarged, because faces of 12 pixels are found better at 20. */
const LARGEST_VIEW = 1024;
const MAX_ENLARGEMENT = 1.6;

/**
 * First a reduced copy with a margin, for faces that fill much of the image or reach beyond it; then the image itself,
 * which adds only faces that were too small in the first pass. That is what lets a search for the first face stop early
 * and still agree with the search for all. The size ranges overlap, so that no face is missed between them.
 */
export const PASSES: readonly DetectorPass[] = [
  {
    name: 'reduced',
    view: (image) => viewOf(image, 256, 1.25),
    minScore: 0.2,
    minSide: 0.1,
    maxSide: Infinity,
  },
  {
    name: 'full',
    view: (image) => viewOf(image, Math.min(LARGEST_VIEW, MAX_ENLARGEMENT * longSide(image))),
    minScore: 0.15,
    minSide: 0,
    maxSide: 0.16,
  },
];
