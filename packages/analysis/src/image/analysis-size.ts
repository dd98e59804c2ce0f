import { longerSide, type Size } from '../geometry/box.js';

/** How stored pixels become analysed ones: `target` before orientation, and what one analysed pixel covers. */
export interface Reduction {
  readonly target: Size;
  /** By how much the decoder of a JPEG shrinks, before anything else. */
  readonly shrink: number;
  /** Stored pixels per analysed pixel, measured from the left and top edge of the stored image. */
  readonly covered: { readonly x: number; readonly y: number };
}

/**
 * Reductions from which sharp lets the JPEG decoder itself shrink by 8, 4 and 2 (sharp's pipeline.cc:
 * below 8, 4 and 2 it decodes larger, and at 8.x, 4.x and 2.x too, to be safe from rounding in libjpeg).
 */
const DECODER_SHRINKS = [
  { from: 9, shrink: 8 },
  { from: 5, shrink: 4 },
  { from: 3, shrink: 2 },
] as const;

/** The analysed side may be this share of the requested one if that halves what the JPEG decoder must make. */
const SMALLEST_SHARE = 0.75;

/** Plans the way from the stored size to one whose longer side is at most `side`; never enlarges. */
export function planReduction(stored: Size, side: number, isJpeg: boolean): Reduction {
  const target = isJpeg ? jpegTarget(stored, side) : reduce(stored, side, longerSide(stored));
  const shrink = isJpeg ? decoderShrink(stored, target) : 1;
  return {
    target,
    shrink,
    covered: {
      x: coveredBy(stored.width, shrink, target.width),
      y: coveredBy(stored.height, shrink, target.height),
    },
  };
}

/** How many pixels the decoder makes of a JPEG that is then reduced to at most `side`. */
export function decodedJpegPixels(stored: Size, side: number): number {
  const shrink = decoderShrink(stored, jpegTarget(stored, side));
  return Math.ceil(stored.width / shrink) * Math.ceil(stored.height / shrink);
}

function jpegTarget(stored: Size, side: number): Size {
  const ratio = longerSide(stored) / side;
  const deeper = DECODER_SHRINKS.find(({ from }) => ratio < from && ratio >= from * SMALLEST_SHARE);
  return deeper ? reduce(stored, 1, deeper.from) : reduce(stored, side, longerSide(stored));
}

/** Rounded down, so that neither axis is reduced by less than the ratio, and a thin image keeps a pixel. */
const reduce = ({ width, height }: Size, to: number, from: number): Size =>
  from <= to
    ? { width, height }
    : {
        width: Math.max(1, Math.floor((width * to) / from)),
        height: Math.max(1, Math.floor((height * to) / from)),
      };

/** By how much sharp lets the JPEG decoder shrink for this reduction. */
function decoderShrink(stored: Size, target: Size): number {
  const reduction = Math.min(stored.width / target.width, stored.height / target.height);
  return DECODER_SHRINKS.find(({ from }) => reduction >= from)?.shrink ?? 1;
}

/** The shrunk size is rounded down: a rest at the right and bottom edge, too small for a pixel, is dropped. */
const coveredBy = (stored: number, shrink: number, target: number): number =>
  (Math.floor(stored / shrink) * shrink) / target;
