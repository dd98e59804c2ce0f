import type { Size } from '../geometry/box.js';
import type { Similarity } from '../geometry/similarity.js';

/** The detector's input, and the transform from its pixels back to the image. */
export interface View {
  readonly input: Size;
  readonly toImage: Similarity;
}

/** The detector halves its input six times. */
const STRIDE = 64;

/**
 * The image with its long side drawn `side` pixels long, in the middle of an input that is at least `margin` times as
 * large. It starts at a whole pixel of the input, so that a view at the image's own size is not blurred.
 */
export function viewOf(image: Size, side: number, margin = 1): View {
  const scale = Math.max(image.width, image.height) / side;
  const drawn = { width: image.width / scale, height: image.height / scale };
  const input = { width: roundUp(drawn.width * margin), height: roundUp(drawn.height * margin) };
  return {
    input,
    toImage: {
      a: scale,
      b: 0,
      tx: -startOf(input.width, drawn.width) * scale,
      ty: -startOf(input.height, drawn.height) * scale,
    },
  };
}

/** Never before the first pixel: 832 pixels may come out as 832.0000000000001 after the division by the scale. */
const startOf = (input: number, drawn: number): number => Math.max(0, Math.floor((input - drawn) / 2));

const roundUp = (pixels: number): number => Math.max(STRIDE, Math.ceil(pixels / STRIDE - 1e-6) * STRIDE);
