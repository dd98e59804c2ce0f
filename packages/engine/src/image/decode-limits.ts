/** The formats that may be decoded; the last two only where the operator asks for them. */
export type AcceptedFormat = 'jpeg' | 'png' | 'webp' | 'avif';

/** What a decode may cost. Everything but `seconds` is decided before the decoder sees the file. */
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
  /** Milliseconds of one core that a file may need, by an estimate from its structure (`decode-demand.ts`). */
  readonly workMs: number;
  /** After this time a decoder process is killed, whatever it is doing. */
  readonly seconds: number;
  /** The longer side of the pixels handed to the analysis is at most this. */
  readonly analysisSide: number;
}

export const DEFAULT_DECODE_LIMITS: DecodeLimits = {
  formats: ['jpeg', 'png'],
  bytes: 20 * 1024 * 1024,
  // Above the 50-megapixel photos of today's phones, below their 108-megapixel mode.
  pixels: 100_000_000,
  side: 65_535,
  // A progressive 4:2:0 photo of 33 megapixels. Cameras write other kinds, which need no such memory.
  heldBytes: 96 * 1024 * 1024,
  workMs: 1200,
  seconds: 10,
  analysisSide: 1024,
};
