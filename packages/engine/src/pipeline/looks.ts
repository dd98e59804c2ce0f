import type { Size } from '../geometry/box.js';
import { viewOf, type View } from '../detection/view.js';

/** One look at the image: how it is shown to the detector, and which faces it may add. */
export interface Look {
  readonly name: 'coarse' | 'margin' | 'medium' | 'fine';
  readonly view: (image: Size) => View;
  readonly minScore: number;
  /** The largest face that this look may add, relative to the image's long side. */
  readonly maxSide: number;
  /** Not needed once a face of at least this prominence is sure (relative to the long side, squared). */
  readonly unlessProminence: number;
}

const longSide = (image: Size): number => Math.max(image.width, image.height);

const FINEST = 832;

/**
 * From the whole to the detail. Each look adds only faces that the looks before it could have been too coarse for;
 * that is what lets a search for the first face stop early and still agree with the search for all.
 */
export const LOOKS: readonly Look[] = [
  {
    name: 'coarse',
    view: (image) => viewOf(image, 192),
    minScore: 0.12,
    maxSide: Infinity,
    unlessProminence: Infinity,
  },
  // A face that overfills the image shows itself only with room around it.
  {
    name: 'margin',
    view: (image) => viewOf(image, 96, { margin: 2 }),
    minScore: 0.15,
    maxSide: Infinity,
    unlessProminence: 0.08 ** 2,
  },
  {
    name: 'medium',
    view: (image) => viewOf(image, 384),
    minScore: 0.07,
    maxSide: 0.14,
    unlessProminence: Infinity,
  },
  {
    name: 'fine',
    view: (image) => viewOf(image, Math.min(FINEST, Math.max(640, longSide(image)))),
    minScore: 0.07,
    maxSide: 0.06,
    unlessProminence: Infinity,
  },
];
