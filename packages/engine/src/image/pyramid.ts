import { ScratchBuffer, type BufferedImage } from './scratch-buffer.js';
import type { Pixels } from './pixels.js';

/** The image at full, half, quarter … size; each level is made when first asked for. */
export interface Pyramid {
  readonly base: Pixels;
  /** Where the levels lie. */
  readonly scratch: ScratchBuffer;
  /** The smallest level that still has at least one pixel per `pixelsPerSample` pixels of the base. */
  levelFor(pixelsPerSample: number): { readonly level: BufferedImage; readonly shrink: number };
}

const MAX_LEVELS = 12;

/** The levels of an image, in a scratch buffer that holds nothing else while they are in use. */
export function pyramidOf(base: Pixels, scratch = new ScratchBuffer()): Pyramid {
  const full = scratch.load(base);
  const levels: BufferedImage[] = [full];
  return {
    base,
    scratch,
    levelFor(pixelsPerSample) {
      if (!scratch.holds(full)) throw new Error('The scratch buffer holds another image by now.');
      const wanted = Math.min(MAX_LEVELS, Math.max(0, Math.floor(Math.log2(pixelsPerSample) + 1e-6)));
      let top = levels.at(-1) ?? full;
      while (levels.length <= wanted && top.width >= 2 && top.height >= 2) {
        top = halve(top, scratch);
        levels.push(top);
      }
      const index = Math.min(wanted, levels.length - 1);
      return { level: levels[index] ?? full, shrink: 2 ** index };
    },
  };
}

/** Half the size by averaging 2×2 pixels; an odd last row or column is left out, so coordinates stay exact. */
function halve(source: BufferedImage, scratch: ScratchBuffer): BufferedImage {
  const half = scratch.reserve({ width: source.width >> 1, height: source.height >> 1 });
  scratch.kernels.halve(source.address, source.width * 3, half.address, half.width, half.height);
  return half;
}
