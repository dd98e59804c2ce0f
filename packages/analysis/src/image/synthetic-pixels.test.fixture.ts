import type { Pixels } from './pixels.js';

/** An image computed pixel by pixel: red, green and blue of each place. */
export function pixelsFrom(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [number, number, number],
): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3);
  }
  return { width, height, data };
}

/** One plane of a crop, for looking at a single colour. */
export const planeOf = (crop: Float32Array, index: 0 | 1 | 2): Float32Array =>
  crop.subarray((crop.length / 3) * index, (crop.length / 3) * (index + 1));
