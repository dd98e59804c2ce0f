import type { Size } from '../geometry/box.js';

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
  /** How much fine detail the face shows, 0 to 1; see sharpness.ts. */
  readonly sharpness: number;
  /** One number for all, 0 to 1: the score of the weakest measure. */
  readonly score: number;
}
