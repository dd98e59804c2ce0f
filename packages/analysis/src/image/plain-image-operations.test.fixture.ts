import type { Similarity } from '../geometry/similarity.js';
import type { Size } from '../geometry/box.js';
import type { Pixels } from './pixels.js';

/** What the halving kernel computes, in plain code. */
export function plainHalf(source: Pixels): Pixels {
  const width = source.width >> 1;
  const height = source.height >> 1;
  const at = (x: number, y: number, c: number): number => source.data[(y * source.width + x) * 3 + c] ?? NaN;
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const c = i % 3;
    const x = 2 * (Math.floor(i / 3) % width);
    const y = 2 * Math.floor(i / 3 / width);
    return Math.floor((at(x, y, c) + at(x + 1, y, c) + at(x, y + 1, c) + at(x + 1, y + 1, c) + 2) / 4);
  });
  return { width, height, data };
}

/** Nearer to the end of the image than this, rounding decides whether a sample lies outside. */
const CLOSE_CALL = 1e-6;

/** What the warp kernel computes from the full level, in plain code of double precision; NaN for a close call. */
export function plainWarp(source: Pixels, toImage: Similarity, crop: Size, outside: number): Float32Array {
  const plane = crop.width * crop.height;
  const maxX = source.width - 1;
  const maxY = source.height - 1;
  const at = (x: number, y: number, c: number): number =>
    source.data[(Math.min(y, maxY) * source.width + Math.min(x, maxX)) * 3 + c] ?? NaN;
  const { a, b, tx, ty } = toImage;
  return Float32Array.from({ length: plane * 3 }, (_, i) => {
    const x = (i % crop.width) + 0.5;
    const y = Math.floor((i % plane) / crop.width) + 0.5;
    const c = Math.floor(i / plane);
    const u = a * x - b * y + tx - 0.5;
    const v = b * x + a * y + ty - 0.5;
    const room = Math.min(u + 0.5, v + 0.5, maxX + 0.5 - u, maxY + 0.5 - v);
    if (Math.abs(room) < CLOSE_CALL) return NaN;
    if (room < 0) return outside;
    const su = Math.min(maxX, Math.max(0, u));
    const sv = Math.min(maxY, Math.max(0, v));
    const [x0, y0] = [Math.floor(su), Math.floor(sv)];
    const [fx, fy] = [su - x0, sv - y0];
    const top = at(x0, y0, c) * (1 - fx) + at(x0 + 1, y0, c) * fx;
    const bottom = at(x0, y0 + 1, c) * (1 - fx) + at(x0 + 1, y0 + 1, c) * fx;
    return top * (1 - fy) + bottom * fy;
  });
}
