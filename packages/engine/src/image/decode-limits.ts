import { DECODE_MS } from '@facet/analysis/analysis/call-limits.js';
import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';

/** The formats that can be decoded. */
export const ACCEPTED_FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;

export type AcceptedFormat = (typeof ACCEPTED_FORMATS)[number];

const FORMAT_NAMES: Readonly<Record<AcceptedFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
};

/** The formats in a sentence: "JPEG, PNG, WebP or AVIF". */
export function formatNames(formats: readonly AcceptedFormat[]): string {
  const names = formats.map((format) => FORMAT_NAMES[format]);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`;
}

/** What a decode may cost. All but the time, processor time and memory in use is decided before the decoder sees the file. */
export interface DecodeLimits {
  readonly formats: readonly AcceptedFormat[];
  /** Bytes of the file. */
  readonly bytes: number;
  /** Width times height of the full image. */
  readonly pixels: number;
  /** The longer side of the full image, in pixels. */
  readonly side: number;
  /** Memory for files that cannot be decoded row by row: progressive JPEG, interlaced PNG, WebP, AVIF. */
  readonly heldBytes: number;
  /** Milliseconds of one core that a file may need, by an estimate from its structure (`cost-estimate.ts`). */
  readonly workMs: number;
  /** After this time a decoder process is killed, whatever it is doing. */
  readonly seconds: number;
  /** It is killed, too, when a file has used this much processor time or memory (on Linux, which reports both). */
  readonly cpuSeconds: number;
  readonly grownBytes: number;
  /** A decoder process that holds more than this after a file is replaced by a new one. */
  readonly idleBytes: number;
  /** The longer side of the pixels handed to the analysis is at most this. */
  readonly analysisSide: number;
}

export const DEFAULT_DECODE_LIMITS: DecodeLimits = {
  formats: ACCEPTED_FORMATS,
  bytes: 20 * 1024 * 1024,
  // Above the 50-megapixel photos of today's phones, below their 108-megapixel mode.
  pixels: 100_000_000,
  side: 65_535,
  // A progressive 4:2:0 photo of 33 megapixels. Cameras write other kinds, which need no such memory.
  heldBytes: 96 * 1024 * 1024,
  workMs: DECODE_MS,
  seconds: 10,
  // A quarter more than the estimate may be. Estimates are for slow processors.
  cpuSeconds: (1.25 * DECODE_MS) / 1000,
  // A third more than the estimate may be.
  grownBytes: 128 * 1024 * 1024,
  // About twice what a decoder holds after ordinary photos.
  idleBytes: 192 * 1024 * 1024,
  analysisSide: 1024,
};

export function rejectTooManyBytes(bytes: number, limits: DecodeLimits): void {
  if (bytes > limits.bytes) throw new EngineError('image-too-many-bytes', { bytes, limit: limits.bytes });
}

/** Sizes come from the header; a decoder would allocate what it claims, whether or not it is true. */
export function rejectTooManyPixels({ width, height }: Size, limits: DecodeLimits): void {
  rejectAbove('side', limits.side, Math.max(width, height), { width, height });
  rejectAbove('pixels', limits.pixels, width * height, { width, height });
}

/** For files that the decoder must hold in memory as a whole before it can output the first row. */
export function rejectTooMuchHeld(size: Size, heldBytes: number, limits: DecodeLimits): void {
  rejectAbove('held-bytes', limits.heldBytes, heldBytes, size);
}

function rejectAbove(measure: string, limit: number, measured: number, { width, height }: Size): void {
  if (measured > limit) throw new EngineError('image-too-many-pixels', { width, height, measure, limit });
}
