import { EngineError } from '../errors.js';
import type { AcceptedFormat } from './decode-limits.js';
import { isJpegCutOff } from './jpeg-structure.js';
import { isPngCutOff } from './png-structure.js';

/**
 * What the JPEG decoder says when pixels are lost. Its other warnings (stray bytes before a marker, odd scan
 * parameters, unknown versions) come with many a good photo.
 */
const LOST_PIXELS = /bad Huffman code|bad arithmetic code|premature end|instead of RST/i;

export const tellsOfLostPixels = (failure: unknown): boolean => LOST_PIXELS.test(String(failure));

/** The typed error for what libvips reported; its own words go no further than `cause`. */
export function decodeFailure(failure: unknown, bytes: Uint8Array, format: AcceptedFormat): EngineError {
  // Told from the bytes: libvips keeps one error text for all threads, and other words may mix in.
  const code = isCutOff(bytes, format) ? 'image-truncated' : 'image-unreadable';
  return new EngineError(code, { format }, { cause: failure });
}

function isCutOff(bytes: Uint8Array, format: AcceptedFormat): boolean {
  switch (format) {
    case 'jpeg':
      return isJpegCutOff(bytes);
    case 'png':
      return isPngCutOff(bytes);
    case 'webp':
      return bytes.length < 12 || bytes.length < riffEnd(bytes);
    case 'avif':
      // Its boxes may stand in any order and lead anywhere, so a cut cannot be told from other damage.
      return false;
  }
}

const riffEnd = (bytes: Uint8Array): number =>
  8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true);
