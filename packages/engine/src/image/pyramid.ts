import type { Pixels } from './pixels.js';

/** The image at full, half, quarter … size; each level is made when first asked for. */
export interface Pyramid {
  readonly base: Pixels;
  /** The smallest level that still has at least one pixel per `pixelsPerSample` pixels of the base. */
  levelFor(pixelsPerSample: number): { readonly pixels: Pixels; readonly shrink: number };
}

const MAX_LEVELS = 12;

export function pyramidOf(base: Pixels): Pyramid {
  const levels: Pixels[] = [base];
  return {
    base,
    levelFor(pixelsPerSample) {
      const wanted = Math.min(MAX_LEVELS, Math.max(0, Math.floor(Math.log2(pixelsPerSample) + 1e-6)));
      let top = levels.at(-1) ?? base;
      while (levels.length <= wanted && top.width >= 2 && top.height >= 2) {
        top = halve(top);
        levels.push(top);
      }
      const index = Math.min(wanted, levels.length - 1);
      return { pixels: levels[index] ?? base, shrink: 2 ** index };
    },
  };
}

/** Half the size by averaging 2×2 pixels; an odd last row or column is left out, so coordinates stay exact. */
function halve(source: Pixels): Pixels {
  const width = source.width >> 1;
  const height = source.height >> 1;
  const data = new Uint8Array(width * height * 3);
  const from = source.data;
  const row = source.width * 3;
  let o = 0;
  for (let y = 0; y < height; y++) {
    let i = y * 2 * row;
    for (let x = 0; x < width; x++, i += 6) {
      const j = i + row;
      data[o] = ((from[i] ?? 0) + (from[i + 3] ?? 0) + (from[j] ?? 0) + (from[j + 3] ?? 0) + 2) >> 2;
      data[o + 1] =
        ((from[i + 1] ?? 0) + (from[i + 4] ?? 0) + (from[j + 1] ?? 0) + (from[j + 4] ?? 0) + 2) >> 2;
      data[o + 2] =
        ((from[i + 2] ?? 0) + (from[i + 5] ?? 0) + (from[j + 2] ?? 0) + (from[j + 5] ?? 0) + 2) >> 2;
      o += 3;
    }
  }
  return { width, height, data };
}
