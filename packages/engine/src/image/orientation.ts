import type { Pixels } from '@facet/analysis/image/pixels.js';

/** What each EXIF orientation does to the stored image to make it upright (EXIF 2.32, tag 0x0112). */
export interface Orientation {
  /** Width and height change places. */
  readonly swapsAxes: boolean;
  /** The upright axis runs against the stored one. */
  readonly reversesX: boolean;
  readonly reversesY: boolean;
}

const ORIENTATIONS: Readonly<Record<number, Orientation>> = {
  2: { swapsAxes: false, reversesX: true, reversesY: false },
  3: { swapsAxes: false, reversesX: true, reversesY: true },
  4: { swapsAxes: false, reversesX: false, reversesY: true },
  5: { swapsAxes: true, reversesX: false, reversesY: false },
  6: { swapsAxes: true, reversesX: true, reversesY: false },
  7: { swapsAxes: true, reversesX: true, reversesY: true },
  8: { swapsAxes: true, reversesX: false, reversesY: true },
};

const UPRIGHT: Orientation = { swapsAxes: false, reversesX: false, reversesY: false };

/** Missing and invalid values mean upright, as in image viewers. */
export const orientationOf = (exifValue: number | undefined): Orientation =>
  ORIENTATIONS[exifValue ?? 1] ?? UPRIGHT;

const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * The orientation in a block of EXIF data, or undefined where it has none. Nothing else of EXIF data is ever read, so
 * its nested and linked parts need no parser.
 */
export function exifOrientation(exif: Uint8Array): number | undefined {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  if (view.byteLength < 8) return undefined;
  const byteOrder = view.getUint16(0);
  const littleEndian = byteOrder === 0x4949;
  if (!littleEndian && byteOrder !== 0x4d4d) return undefined;
  const directory = view.getUint32(4, littleEndian);
  if (directory + 2 > view.byteLength) return undefined;
  const first = directory + 2;
  const fitting = Math.floor((view.byteLength - first) / ENTRY_BYTES);
  const entries = Math.min(view.getUint16(directory, littleEndian), fitting);
  for (let n = 0; n < entries; n++) {
    const at = first + n * ENTRY_BYTES;
    if (view.getUint16(at, littleEndian) !== ORIENTATION) continue;
    return view.getUint16(at + 2, littleEndian) === SHORT ? view.getUint16(at + 8, littleEndian) : undefined;
  }
  return undefined;
}

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
      for (let c = 0; c < CHANNELS; c++) data[to++] = stored.data[from + c] ?? 0;
    }
  }
  return { data, width, height };
}
