import type { Size } from '../geometry/box.js';
import type { Reduction } from './analysis-size.js';

/**
 * Reduces an image whose rows come one after the other, so that it is never in memory as a whole. It follows libvips, which
 * does this on the server: averages of whole blocks of pixels first, then a cubic filter as wide as the rest requires.
 */
export class RowReducer {
  readonly #target: Size;
  readonly #columns: Axis;
  readonly #rows: Axis;
  /** Sums of the rows that make up one row of blocks. */
  readonly #blocks: Float32Array;
  #rowsInBlock = 0;
  /** The last rows of blocks at the width of the result, each at its number modulo their count. */
  readonly #recent: Float32Array;
  #added = 0;
  readonly #result: Uint8Array;
  #written = 0;

  constructor(stored: Size, { target, shrink }: Reduction) {
    this.#target = target;
    this.#columns = axisOf(stored.width, shrink, target.width);
    this.#rows = axisOf(stored.height, shrink, target.height);
    this.#blocks = new Float32Array(this.#columns.blocks * 3);
    const mostRows = this.#rows.taps.reduce((most, { weights }) => Math.max(most, weights.length), 0);
    this.#recent = new Float32Array(mostRows * target.width * 3);
    this.#result = new Uint8Array(target.width * target.height * 3);
  }

  /** Adds a row of the stored image, four bytes a pixel; the fourth is not looked at. */
  add(rgba: Uint8ClampedArray): void {
    // A rest at the bottom, too small for a block, is left out.
    if (this.#added === this.#rows.blocks) return;
    this.#sumBlocks(rgba);
    this.#rowsInBlock += 1;
    if (this.#rowsInBlock < this.#rows.block) return;
    this.#rowsInBlock = 0;
    this.#narrow(this.#rowOf(this.#added));
    this.#blocks.fill(0);
    this.#added += 1;
    for (let taps = this.#rows.taps[this.#written]; taps !== undefined;) {
      if (taps.first + taps.weights.length > this.#added) return;
      this.#writeRow(taps);
      this.#written += 1;
      taps = this.#rows.taps[this.#written];
    }
  }

  /** The reduced image, once all rows were added: RGB as in `Pixels`. */
  result(): Uint8Array {
    if (this.#written !== this.#target.height) throw new Error('The image has fewer rows than it should.');
    return this.#result;
  }

  #rowOf(number: number): Float32Array {
    const length = this.#target.width * 3;
    const at = (number * length) % this.#recent.length;
    return this.#recent.subarray(at, at + length);
  }

  #sumBlocks(rgba: Uint8ClampedArray): void {
    const { block } = this.#columns;
    const blocks = this.#blocks;
    for (let to = 0, from = 0; to < blocks.length; to += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let pixel = 0; pixel < block; pixel++, from += 4) {
        red += rgba[from] ?? 0;
        green += rgba[from + 1] ?? 0;
        blue += rgba[from + 2] ?? 0;
      }
      blocks[to] = (blocks[to] ?? 0) + red;
      blocks[to + 1] = (blocks[to + 1] ?? 0) + green;
      blocks[to + 2] = (blocks[to + 2] ?? 0) + blue;
    }
  }

  /** One row of blocks at the width of the result. */
  #narrow(row: Float32Array): void {
    const blocks = this.#blocks;
    const pixels = this.#columns.block * this.#rows.block;
    for (const [x, { first, weights }] of this.#columns.taps.entries()) {
      let [red, green, blue] = [0, 0, 0];
      for (let n = 0, from = 3 * first; n < weights.length; n++, from += 3) {
        const weight = weights[n] ?? 0;
        red += weight * (blocks[from] ?? 0);
        green += weight * (blocks[from + 1] ?? 0);
        blue += weight * (blocks[from + 2] ?? 0);
      }
      row[3 * x] = red / pixels;
      row[3 * x + 1] = green / pixels;
      row[3 * x + 2] = blue / pixels;
    }
  }

  #writeRow({ first, weights }: Taps): void {
    const sum = new Float32Array(this.#target.width * 3);
    for (const [n, weight] of weights.entries()) {
      const row = this.#rowOf(first + n);
      for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (row[at] ?? 0);
    }
    this.#result.set(new Uint8ClampedArray(sum), this.#written * sum.length);
  }
}

/** What one pixel of the result is made of: blocks from `first` on, with these weights. */
interface Taps {
  readonly first: number;
  readonly weights: Float32Array;
}

interface Axis {
  /** Pixels of a block, and how many blocks there are. */
  readonly block: number;
  readonly blocks: number;
  readonly taps: readonly Taps[];
}

/** libvips leaves at least this much of a reduction to the filter. */
const LEAST_FILTERED = 2;

function axisOf(stored: number, shrink: number, target: number): Axis {
  // What the decoder of a JPEG leaves out by itself.
  const decoded = Math.floor(stored / shrink);
  const averaged = Math.max(1, Math.floor(decoded / target / LEAST_FILTERED));
  const block = shrink * averaged;
  const blocks = Math.floor(decoded / averaged);
  const step = decoded / averaged / target;
  return {
    block,
    blocks,
    taps: Array.from({ length: target }, (_, n) => tapsAt((n + 0.5) * step - 0.5, step, blocks)),
  };
}

/** The filter around a place between blocks; beyond the edges lie copies of the last blocks. */
function tapsAt(centre: number, step: number, blocks: number): Taps {
  const last = blocks - 1;
  const from = Math.ceil(centre - 2 * step);
  const to = Math.floor(centre + 2 * step);
  const first = Math.min(Math.max(from, 0), last);
  const weights = new Float32Array(Math.max(Math.min(to, last) - first, 0) + 1);
  let sum = 0;
  for (let at = from; at <= to; at++) {
    const weight = catmullRom(Math.abs(at - centre) / step);
    const place = Math.min(Math.max(at, first), last) - first;
    weights[place] = (weights[place] ?? 0) + weight;
    sum += weight;
  }
  return { first, weights: weights.map((weight) => weight / sum) };
}

function catmullRom(x: number): number {
  if (x <= 1) return 1 + x * x * (1.5 * x - 2.5);
  return x < 2 ? 2 + x * (x * (2.5 - 0.5 * x) - 4) : 0;
}
