import type { Metadata } from 'sharp';
import { EngineError } from '@facet/analysis/errors.js';
import { decodedJpegPixels } from '@facet/analysis/image/analysis-size.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import type { DecodeLimits } from './decode-limits.js';
import { MAX_SEGMENTS, readJpegOpening, type JpegFrame, type JpegStructure } from './jpeg-structure.js';
import { MAX_CHUNKS, readPngHeader, type PngHeader, type PngStructure } from './png-structure.js';
import { sniffFormat } from './sniff-format.js';
import { readWebpCoding } from './webp-structure.js';

/** What decoding a file will take, computed from its header: an upper bound. */
export interface CostEstimate {
  /** Memory that grows with the image because the decoder cannot work row by row; 0 where it can. */
  readonly heldBytes: number;
  /** Nanoseconds of one core. */
  readonly workNs: number;
}

/**
 * Nanoseconds of one slow core (Neoverse N1), from single decodes, rounded up. WebP and AVIF files can be made to cost more
 * than their size says; the decoder process is watched for the rest (`watch-process.ts`).
 */
const COST = {
  jpegByte: 20,
  jpegSample: 1.5,
  /** Holding the coefficients of a whole image, and smoothing what its scans left out. */
  jpegHeldSample: 4,
  jpegScannedSample: 0.8,
  /** A scan sets up its tables even for an image of one block. */
  jpegScan: 20_000,
  /** CMYK is converted through a profile, pixel by pixel, after the decoder's own reduction and before any other. */
  jpegCmykPixel: 110,
  pngByte: 10,
  pngPixel: 3,
  pngUnpackedByte: 6.5,
  pngAlphaPixel: 8,
  pngInterlacedPixel: 16,
  webpPixel: 12,
  webpByte: 95,
  webpLosslessPixel: 35,
  webpLosslessByte: 22,
  avifPixel: 65,
  avifByte: 280,
} as const;

/** Ordinary progressive files have about ten scans; libjpeg's authors call more than a few hundred hostile. */
const MAX_SCANS = 100;

const BLOCK_SAMPLES = 64;
const PROGRESSIVE = 0xc2;
const BYTES_PER_COEFFICIENT = 2;
/** CMYK and YCCK. */
const CMYK_COMPONENTS = 4;

/** `analysisSide`: the longer side to which the image is reduced; it decides how much of the work the decoder can skip. */
export function estimateJpegCost(
  { frame, scans }: JpegStructure,
  fileBytes: number,
  analysisSide: number,
): CostEstimate {
  if (frame === null) return { heldBytes: 0, workNs: 0 };
  const samples = samplesOfComponents(frame);
  const all = sum([...samples.values()]);
  const isHeld = isHeldWhole(frame, scans[0]);
  // One scan holds everything in the sequential case, and the decoder stops behind it.
  const scanned = isHeld ? sum(scans.map((ids) => sum(ids.map((id) => samples.get(id) ?? all)))) : 0;
  return {
    heldBytes: heldBytesOfJpeg(frame, scans[0]),
    workNs:
      COST.jpegByte * fileBytes +
      (isHeld ? COST.jpegHeldSample : COST.jpegSample) * all +
      COST.jpegScannedSample * scanned +
      COST.jpegScan * scans.length +
      (frame.components.length === CMYK_COMPONENTS
        ? COST.jpegCmykPixel * decodedJpegPixels(frame.size, analysisSide)
        : 0),
  };
}

/** Whether the decoder needs all coefficients before it can output the first row. */
const isHeldWhole = ({ marker, components }: JpegFrame, firstScan: readonly number[] = []): boolean =>
  marker === PROGRESSIVE || firstScan.length < components.length;

function heldBytesOfJpeg(frame: JpegFrame, firstScan: readonly number[] | undefined): number {
  if (!isHeldWhole(frame, firstScan)) return 0;
  return BYTES_PER_COEFFICIENT * sum([...samplesOfComponents(frame).values()]);
}

/** Samples of each component, in complete blocks and groups of blocks, as the decoder lays them out. */
function samplesOfComponents({ size, components }: JpegFrame): Map<number, number> {
  const across = Math.max(1, ...components.map(({ horizontal }) => horizontal));
  const down = Math.max(1, ...components.map(({ vertical }) => vertical));
  const groups = Math.ceil(size.width / (8 * across)) * Math.ceil(size.height / (8 * down));
  const samples = new Map<number, number>();
  for (const { id, horizontal, vertical } of components) {
    samples.set(id, (samples.get(id) ?? 0) + groups * horizontal * vertical * BLOCK_SAMPLES);
  }
  return samples;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

export function estimatePngCost({ header, hasTransparency }: PngStructure, fileBytes: number): CostEstimate {
  if (header === null) return { heldBytes: 0, workNs: 0 };
  const pixels = header.size.width * header.size.height;
  const hasAlpha = hasTransparency || header.colourType === 4 || header.colourType === 6;
  const pixelBytes = unpackedPixelBytes(header, hasTransparency);
  return {
    heldBytes: heldBytesOfPng(header, hasTransparency),
    workNs:
      COST.pngByte * fileBytes +
      pixels *
        (COST.pngPixel +
          COST.pngUnpackedByte * pixelBytes +
          (hasAlpha ? COST.pngAlphaPixel : 0) +
          (header.isInterlaced ? COST.pngInterlacedPixel : 0)),
  };
}

const heldBytesOfPng = (header: PngHeader, hasTransparency: boolean): number =>
  header.isInterlaced
    ? header.size.width * header.size.height * unpackedPixelBytes(header, hasTransparency)
    : 0;

/** Palettes and depths below 8 bits are unpacked to bytes; transparency of a colour becomes a channel. */
function unpackedPixelBytes({ colourType, bitDepth }: PngHeader, hasTransparency: boolean): number {
  const channels = (CHANNELS[colourType] ?? 4) + (hasTransparency ? 1 : 0);
  return channels * (bitDepth === 16 ? 2 : 1);
}

/** `size` as the decoder reports it. */
export function estimateWebpCost({ width, height }: Size, file: Uint8Array): CostEstimate {
  const pixels = width * height;
  const coding = readWebpCoding(file);
  const lossy = COST.webpPixel * pixels + COST.webpByte * file.length;
  const lossless = COST.webpLosslessPixel * pixels + COST.webpLosslessByte * file.length;
  return {
    // Lossy files are reduced while they are decoded, unless they are transparent.
    heldBytes: 4 * pixels + (coding === 'lossy' ? 0 : 2 * file.length),
    workNs: { lossy, lossless, unknown: Math.max(lossy, lossless) }[coding],
  };
}

/**
 * Memory that the decoder holds for each pixel, with 8 bits and with more. libaom was measured at a fifth more; the limit
 * on what a process may grow by has room for that, and so photos of 6 megapixels pass.
 */
const AVIF_HELD_PER_PIXEL = { plain: 16, deep: 24 } as const;

/** `metadata` as the decoder reports it: the structure of an AVIF is known to its decoder alone. */
export function estimateAvifCost(
  { width, height, bitsPerSample = 8 }: Pick<Metadata, 'width' | 'height' | 'bitsPerSample'>,
  fileBytes: number,
): CostEstimate {
  const pixels = width * height;
  return {
    heldBytes: AVIF_HELD_PER_PIXEL[bitsPerSample > 8 ? 'deep' : 'plain'] * pixels,
    workNs: COST.avifPixel * pixels + COST.avifByte * fileBytes,
  };
}

/** Rejects more parts than any ordinary file has: each costs time, however small the image is. */
export function rejectTooManyParts(
  parts: Partial<Pick<JpegStructure, 'tooManySegments' | 'scans'> & PngStructure>,
): void {
  if (parts.tooManySegments === true) throw tooComplex('segments', MAX_SEGMENTS);
  if ((parts.scans?.length ?? 0) > MAX_SCANS) throw tooComplex('scans', MAX_SCANS);
  if (parts.tooManyChunks === true) throw tooComplex('chunks', MAX_CHUNKS);
}

export function rejectTooExpensive({ workNs }: CostEstimate, limits: DecodeLimits): void {
  if (workNs > limits.workMs * 1e6) throw tooComplex('work-ms', limits.workMs);
}

const tooComplex = (measure: string, limit: number): EngineError =>
  new EngineError('image-too-complex', { measure, limit });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Up to this much, two files may be decoded at once: progressive 4:2:0 photos of 8 megapixels. */
const MUCH_BYTES = 24 * 1024 * 1024;

/**
 * Whether a decoder may need much memory for the file, from its first few bytes. What WebP and AVIF files need is known
 * only to their decoders.
 */
export function mayNeedMuchMemory(file: Uint8Array): boolean {
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
