import sharp, { type Metadata } from 'sharp';
import type { Size } from '../geometry/box.js';
import type { AcceptedFormat } from './decode-limits.js';
import { jpegSize, plainJpegSize } from './jpeg-structure.js';
import { orientationOf, type Orientation } from './orientation.js';
import { pngSize } from './png-structure.js';

/** What is known of an image before its pixels are. */
export interface ImageHeader {
  /** As stored, before orientation. */
  readonly stored: Size;
  readonly orientation: Orientation;
  readonly isCmyk: boolean;
  /** Memory the decoder holds for each pixel of the full image; 0 where it works row by row. */
  readonly heldBytesPerPixel: number;
}

/** The size as our own few lines read it, so that monstrous ones are refused before a decoder sees the file. */
export function claimedSize(bytes: Uint8Array, format: AcceptedFormat): Size | null {
  if (format === 'jpeg') return jpegSize(bytes);
  return format === 'png' ? pngSize(bytes) : null;
}

/** Asks the decoder, except about a JPEG of the plainest kind: reading its header twice would cost a tenth of decoding it. */
export async function readHeader(bytes: Uint8Array, format: AcceptedFormat): Promise<ImageHeader> {
  const plain = format === 'jpeg' ? plainJpegSize(bytes) : null;
  if (plain !== null) {
    return { stored: plain, orientation: orientationOf(undefined), isCmyk: false, heldBytesPerPixel: 0 };
  }
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  return {
    stored: { width: metadata.width, height: metadata.height },
    orientation: orientationOf(metadata.orientation),
    isCmyk: metadata.space === 'cmyk',
    heldBytesPerPixel: heldBytesPerPixel(metadata, format),
  };
}

function heldBytesPerPixel(metadata: Metadata, format: AcceptedFormat): number {
  switch (format) {
    case 'jpeg': {
      // Sixteen bits a coefficient; halved colour leaves half as many of them.
      const coefficients = metadata.chromaSubsampling === '4:2:0' ? 1.5 : metadata.channels;
      return metadata.isProgressive ? 2 * coefficients : 0;
    }
    case 'png':
      return metadata.isProgressive ? metadata.channels * (metadata.depth === 'ushort' ? 2 : 1) : 0;
    case 'webp':
      return 4;
    case 'avif':
      // The frame in its own colours and its copy in RGB, both of up to sixteen bits.
      return 12;
  }
}
