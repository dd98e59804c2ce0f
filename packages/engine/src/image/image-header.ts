import sharp from 'sharp';
import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import {
  estimateAvifCost,
  estimateJpegCost,
  estimatePngCost,
  rejectTooManyParts,
  estimateWebpCost,
  type CostEstimate,
} from './cost-estimate.js';
import type { AcceptedFormat } from './decode-limits.js';
import { readJpegStructure, type JpegFrame } from './jpeg-structure.js';
import { orientationOf, type Orientation } from './orientation.js';
import { readPngStructure } from './png-structure.js';

/** What is known of an image before it is decoded. */
export interface ImageHeader {
  /** As stored, before orientation. */
  readonly stored: Size;
  readonly orientation: Orientation;
  readonly cost: CostEstimate;
  /** The file without the parts that pixels do not depend on: all that the decoder gets. */
  readonly pixelBytes: Uint8Array;
}

/** The coding methods of ordinary files; hardly any program reads arithmetic, lossless and hierarchical ones. */
const ORDINARY_CODINGS = [0xc0, 0xc1, 0xc2];

/** JPEG and PNG headers are read by our own code, so that the decoder sees no file that is too large or too expensive. */
export async function readHeader(
  bytes: Uint8Array,
  format: AcceptedFormat,
  analysisSide: number,
): Promise<ImageHeader> {
  switch (format) {
    case 'jpeg':
      return jpegHeader(bytes, analysisSide);
    case 'png':
      return pngHeader(bytes);
    case 'webp':
    case 'avif':
      return decodersHeader(bytes, format);
  }
}

function jpegHeader(bytes: Uint8Array, analysisSide: number): ImageHeader {
  const structure = readJpegStructure(bytes);
  const { frame, orientation, pixelBytes } = structure;
  rejectTooManyParts(structure);
  if (frame === null) throw new Error('The JPEG has no frame header, or more than one.');
  rejectUnusualCoding(frame);
  return {
    stored: withBothSides(frame.size),
    orientation: orientationOf(orientation),
    cost: estimateJpegCost(structure, pixelBytes.length, analysisSide),
    pixelBytes,
  };
}

function rejectUnusualCoding({ marker, bitsPerSample }: JpegFrame): void {
  if (ORDINARY_CODINGS.includes(marker) && bitsPerSample === 8) return;
  throw new EngineError(
    'image-format',
    { format: 'jpeg', coding: `SOF${marker - 0xc0}`, bitsPerSample },
    { message: 'The JPEG is coded in an unusual way; save it as an ordinary JPEG of 8 bits.' },
  );
}

function pngHeader(bytes: Uint8Array): ImageHeader {
  const structure = readPngStructure(bytes);
  const { header, orientation, pixelBytes } = structure;
  rejectTooManyParts(structure);
  if (header === null) throw new Error('The PNG does not begin with its header.');
  return {
    stored: withBothSides(header.size),
    orientation: orientationOf(orientation),
    cost: estimatePngCost(structure, pixelBytes.length),
    pixelBytes,
  };
}

async function decodersHeader(bytes: Uint8Array, format: 'webp' | 'avif'): Promise<ImageHeader> {
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
  return {
    stored: { width: metadata.width, height: metadata.height },
    orientation: orientationOf(metadata.orientation),
    cost: format === 'avif' ? estimateAvifCost(metadata, bytes.length) : estimateWebpCost(metadata, bytes),
    pixelBytes: bytes,
  };
}

function withBothSides(size: Size): Size {
  if (size.width === 0 || size.height === 0) throw new Error('The image has no width or no height.');
  return size;
}
