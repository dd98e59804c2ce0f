import type { Size } from '../geometry/box.js';
import type { Similarity } from '../geometry/similarity.js';

/** A way of looking at the image: what the detector is shown, and the map from there back to the image. */
export interface View {
  readonly input: Size;
  readonly toImage: Similarity;
}

/** The detector halves its input five times. */
const STRIDE = 32;

/**
 * The image turned by `angle` (radians, clockwise) with its long side drawn `side` pixels long, in the middle of a
 * canvas that is `margin` times as large.
 */
export function viewOf(image: Size, side: number, options: { angle?: number; margin?: number } = {}): View {
  const { angle = 0, margin = 1 } = options;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = {
    width: Math.abs(cos) * image.width + Math.abs(sin) * image.height,
    height: Math.abs(sin) * image.width + Math.abs(cos) * image.height,
  };
  const scale = Math.max(turned.width, turned.height) / side;
  const input = {
    width: roundUp((turned.width / scale) * margin),
    height: roundUp((turned.height / scale) * margin),
  };
  const a = scale * cos;
  const b = scale * sin;
  return {
    input,
    toImage: {
      a,
      b,
      tx: image.width / 2 - (a * input.width - b * input.height) / 2,
      ty: image.height / 2 - (b * input.width + a * input.height) / 2,
    },
  };
}

const roundUp = (pixels: number): number => Math.max(STRIDE, Math.ceil(pixels / STRIDE - 1e-6) * STRIDE);
