import type { Size } from '../geometry/box.js';

/** How well a face is shown. The first three are what the specification's quality gate asks for. */
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
  /** All of it in one number, 0 to 1: how good the weakest of the measures is. */
  readonly score: number;
}
