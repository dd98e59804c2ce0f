import type { Size } from '../geometry/box.js';
import { scaleOf, type Similarity } from '../geometry/similarity.js';
import type { Pixels } from './pixels.js';
import { ScratchBuffer, type BufferedImage } from './scratch-buffer.js';

/** The image at full, half, quarter … size; each level is made when it is first needed. */
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

/**
 * Cuts a crop out of the image: planes R, G, B of float32 0..255, as the models take them.
 * `toImage` maps crop coordinates to image coordinates. Bilinear, from the pyramid level of the crop's own scale,
 * so that a strong reduction averages instead of skipping pixels. What lies outside the image is a plain grey level.
 */
export function warp(source: Pyramid, toImage: Similarity, crop: Size, outside: number): Float32Array {
  const { count, write } = planesOf(source, toImage, crop, outside);
  return source.scratch.floats(count, write);
}

/** Several crops of one size, one after the other: a model takes less time for all of them than for one at a time. */
export function warpAll(
  source: Pyramid,
  toImage: readonly Similarity[],
  crop: Size,
  outside: number,
): Float32Array {
  const size = crop.width * crop.height * 3;
  const crops = new Float32Array(toImage.length * size);
  for (const [i, transform] of toImage.entries()) crops.set(warp(source, transform, crop, outside), i * size);
  return crops;
}

/** Calls `use` with such crops that are not copied out of the scratch buffer, which can hold nothing else meanwhile. */
export function withWarped<Result>(
  source: Pyramid,
  toImage: readonly Similarity[],
  crop: Size,
  outside: number,
  use: (planes: Float32Array) => Promise<Result>,
): Promise<Result> {
  const crops = toImage.map((transform) => planesOf(source, transform, crop, outside));
  const writeAll = (address: number): void => {
    let next = address;
    for (const { count, write } of crops) {
      write(next);
      next += count * Float32Array.BYTES_PER_ELEMENT;
    }
  };
  return source.scratch.lend(
    crops.reduce((sum, { count }) => sum + count, 0),
    writeAll,
    use,
  );
}

/** How many numbers a crop has, and what writes them. */
function planesOf(
  source: Pyramid,
  toImage: Similarity,
  crop: Size,
  outside: number,
): { readonly count: number; readonly write: (address: number) => void } {
  const { level, shrink } = source.levelFor(scaleOf(toImage));
  const { kernels } = source.scratch;
  const a = toImage.a / shrink;
  const b = toImage.b / shrink;
  // Centre of the first pixel of the crop, in pixel indices of the level: continuous coordinate minus one half.
  const u = (a - b) / 2 + toImage.tx / shrink - 0.5;
  const v = (a + b) / 2 + toImage.ty / shrink - 0.5;
  const write = (out: number): void => {
    kernels.warp(level.address, level.width, level.height, out, crop.width, crop.height, a, b, u, v, outside);
  };
  return { count: crop.width * crop.height * 3, write };
}
