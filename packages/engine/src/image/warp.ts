import { scaleOf, type Similarity } from '../geometry/similarity.js';
import type { Size } from '../geometry/box.js';
import type { Pyramid } from './pyramid.js';

/** What a sample outside the image is: a plain grey level, or the nearest pixel of the image's edge. */
export type Outside = 'edge' | number;

/**
 * Cuts a crop out of the image: planes R, G, B of float32 0..255, as the nets take them.
 * `toImage` maps crop coordinates to image coordinates. Bilinear, from the pyramid level of the crop's own scale,
 * so that a strong reduction averages instead of skipping pixels.
 */
export function warp(source: Pyramid, toImage: Similarity, crop: Size, outside: Outside): Float32Array {
  const { pixels, shrink } = source.levelFor(scaleOf(toImage));
  const { width, height, data } = pixels;
  const plane = crop.width * crop.height;
  const out = new Float32Array(plane * 3);
  const ax = toImage.a / shrink;
  const bx = toImage.b / shrink;
  const clampToEdge = outside === 'edge';
  const fill = clampToEdge ? 0 : outside;
  const maxX = width - 1;
  const maxY = height - 1;
  let o = 0;
  for (let row = 0; row < crop.height; row++) {
    // Centre of the crop's pixel, in pixel indices of the level: continuous coordinate minus one half.
    let u = ax * 0.5 - bx * (row + 0.5) + toImage.tx / shrink - 0.5;
    let v = bx * 0.5 + ax * (row + 0.5) + toImage.ty / shrink - 0.5;
    for (let col = 0; col < crop.width; col++, o++, u += ax, v += bx) {
      let su = u;
      let sv = v;
      if (su < 0 || sv < 0 || su > maxX || sv > maxY) {
        if (!clampToEdge && (su < -0.5 || sv < -0.5 || su > maxX + 0.5 || sv > maxY + 0.5)) {
          out[o] = fill;
          out[o + plane] = fill;
          out[o + 2 * plane] = fill;
          continue;
        }
        su = su < 0 ? 0 : su > maxX ? maxX : su;
        sv = sv < 0 ? 0 : sv > maxY ? maxY : sv;
      }
      const x0 = su | 0;
      const y0 = sv | 0;
      const fx = su - x0;
      const fy = sv - y0;
      const i00 = (y0 * width + x0) * 3;
      const i01 = x0 < maxX ? i00 + 3 : i00;
      const down = y0 < maxY ? width * 3 : 0;
      const w11 = fx * fy;
      const w01 = fx - w11;
      const w10 = fy - w11;
      const w00 = 1 - fx - w10;
      for (let c = 0; c < 3; c++) {
        out[o + c * plane] =
          (data[i00 + c] ?? 0) * w00 +
          (data[i01 + c] ?? 0) * w01 +
          (data[i00 + down + c] ?? 0) * w10 +
          (data[i01 + down + c] ?? 0) * w11;
      }
    }
  }
  return out;
}
