import type { Box, Point, Size } from '../geometry/box.js';
import type { Skin } from './skin.js';

/** What one frame of a liveness check shows. Coordinates are in pixels of the full upright image. */
export interface FrameMeasurement {
  readonly imageSize: Size;
  /** Equal for equal pixels. */
  readonly fingerprint: string;
  /** The face that is followed; null if there is none. */
  readonly face: FrameFace | null;
  /** Other faces that are at least half as large. They are searched for in every second frame. */
  readonly otherFaces: number;
}

export interface FrameFace {
  readonly box: Box;
  /** Degrees. Yaw above 0: the nose points to the image's left; pitch above 0: it points up. */
  readonly pose: { readonly yaw: number; readonly pitch: number; readonly roll: number };
  /** The gap between the lips relative to the width of the mouth. */
  readonly mouthOpening: number;
  /** The gap between the lids relative to the width of the eye, the mean of both eyes. */
  readonly eyeOpening: number;
  /** 0 to 1. */
  readonly smile: number;
  /** Points on bone rather than muscle: they move against each other only because the head turns. */
  readonly rigidPoints: readonly Point[];
  readonly skin: Skin;
  /** Eyes, nose tip and mouth corners, by which a vector is aligned. */
  readonly fivePoints: readonly [Point, Point, Point, Point, Point];
}
