import { heldBytesOfJpeg, heldBytesOfPng } from './decode-demand.js';
import { readJpegOpening } from './jpeg-structure.js';
import { readPngHeader } from './png-structure.js';
import { sniffFormat } from './sniff-format.js';

/** Two files at once that each make a decoder hold this much are no burden: 4:2:0 photos of 8 megapixels, progressive. */
const MUCH_BYTES = 24 * 1024 * 1024;

/**
 * Whether a decoder may have to hold much of the image, from the first few bytes of the file. What WebP and AVIF files
 * need, only their decoders know.
 */
export function mayHoldMuch(file: Uint8Array): boolean {
  const format = sniffFormat(file);
  if (format === 'jpeg') {
    const { frame, firstScan } = readJpegOpening(file);
    return frame !== null && heldBytesOfJpeg(frame, firstScan) > MUCH_BYTES;
  }
  if (format === 'png') {
    const header = readPngHeader(file);
    // Transparency, which adds a channel, may be declared later.
    return header !== null && heldBytesOfPng(header, true) > MUCH_BYTES;
  }
  return true;
}
