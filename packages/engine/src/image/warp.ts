import { scaleOf, type Similarity } from '../geometry/similarity.js';
import type { Size } from '../geometry/box.js';
import type { Pyramid } from './pyramid.js';

/**
 * Cuts a crop out of the image: planes R, G, B of float32 0..255, as the nets take them.
 * `toImage` maps crop coordinates to image coordinates. Bilinear, from the pyramid level of the crop's own scale,
 * so that a strong reduction averages instead of skipping pixels. What lies outside the image is a plain grey level.
 */
export function warp(source: Pyramid, toImage: Similarity, crop: Size, outside: number): Float32Array {
  const { level, shrink } = source.levelFor(scaleOf(toImage));
  const { kernels } = source.scratch;
  const a = toImage.a / shrink;
  const b = toImage.b / shrink;
  // Centre of the first pixel of the crop, in pixel indices of the level: continuous coordinate minus one half.
  const u = (a - b) / 2 + toImage.tx / shrink - 0.5;
  const v = (a + b) / 2 + toImage.ty / shrink - 0.5;
  return source.scratch.floats(crop.width * crop.height * 3, (out) => {
    kernels.warp(level.address, level.width, level.height, out, crop.width, crop.height, a, b, u, v, outside);
  });
}
