import type { Box } from '../geometry/box.js';
import type { HeadPose } from '../landmarks/landmarks.types.js';
import { faceSquare, halves, outline } from '../landmarks/face-geometry.js';
import type { Vertex } from '../landmarks/mesh.js';
import type { ShownFace } from '../quality/quality.js';

/** What the quality step needs to know of a face. */
export const shownFace = (box: Box, vertices: readonly Vertex[], pose: HeadPose): ShownFace => ({
  box,
  outline: outline(vertices),
  halves: halves(vertices),
  square: faceSquare(vertices),
  pose,
});
