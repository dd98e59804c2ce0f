import type { Size } from '../geometry/box.js';

/** The three measures of the quality gate. */
export interface Quality {
  /** The face rectangle, in pixels of the full upright image. */
  readonly size: Size;
  /** Mean luma over the face (BT.601), 0 to 255. */
  readonly illumination: number;
  /** Absolute head yaw in degrees. */
  readonly yaw: number;
}
