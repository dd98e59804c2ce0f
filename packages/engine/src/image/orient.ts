import type { Orientation } from './orientation.js';
import type { Pixels } from './pixels.js';

const CHANNELS = 3;

/** The stored pixels, made upright. The photo is already small: libvips would first unpack a whole PNG for this. */
export function orient(stored: Pixels, { swapsAxes, reversesX, reversesY }: Orientation): Pixels {
  if (!swapsAxes && !reversesX && !reversesY) return stored;
  const width = swapsAxes ? stored.height : stored.width;
  const height = swapsAxes ? stored.width : stored.height;
  const data = new Uint8Array(stored.data.length);
  const row = stored.width * CHANNELS;
  const stepX = (swapsAxes ? row : CHANNELS) * (reversesX ? -1 : 1);
  const stepY = (swapsAxes ? CHANNELS : row) * (reversesY ? -1 : 1);
  const firstX = reversesX ? -stepX * (width - 1) : 0;
  const firstY = reversesY ? -stepY * (height - 1) : 0;
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = firstX + firstY + y * stepY;
    for (let x = 0; x < width; x++, from += stepX) {
      data[to++] = stored.data[from] ?? 0;
      data[to++] = stored.data[from + 1] ?? 0;
      data[to++] = stored.data[from + 2] ?? 0;
    }
  }
  return { data, width, height };
}
