import type { Point } from '../geometry/box.js';
import type { Photo } from '../image/pixels.js';

/** Points from analysed pixels to pixels of the full image. */
export const pointsOnImage = (points: readonly Point[], { scale }: Photo): Point[] =>
  points.map(({ x, y }) => ({ x: x * scale.x, y: y * scale.y }));
