import type { Box, Point, Size } from '../geometry/box.js';
import type { Pixels } from './pixels.js';

/** How faces are made unrecognisable: squares of one colour, a strong blur, or a black area. */
export const REDACTION_STYLES = ['pixelate', 'blur', 'box'] as const;
export type RedactionStyle = (typeof REDACTION_STYLES)[number];

/** The corners of an area, in pixels of the upright image. */
export type Region = readonly Point[];

const CHANNELS = 3;

/** A photo is redacted at full size: all its pixels are in memory at once, besides what the decoder holds. */
export const MAX_REDACTED_PIXELS = 25_000_000;

/** A face is left with this many squares across: with 8, the embedder still recognises people. */
const SQUARES = 4;

/** Changes the pixels inside each region. */
export function redactPixels(image: Pixels, regions: readonly Region[], style: RedactionStyle): void {
  for (const region of regions) {
    const box = boundsOf(region, image);
    if (box === null) continue;
    const paint = style === 'box' ? black : paintOf(meansOf(image, box), style);
    fill(image, region, box, paint);
  }
}

/** The pixels that the regions cover, each by its bounding box: what redacting costs. */
export const redactedArea = (regions: readonly Region[], size: Size): number =>
  regions.reduce((sum, region) => {
    const box = boundsOf(region, size);
    return sum + (box === null ? 0 : (box.x2 - box.x1) * (box.y2 - box.y1));
  }, 0);

/** The whole pixels of the image around a region. */
function boundsOf(region: Region, { width, height }: Size): Box | null {
  const xs = region.map(({ x }) => x);
  const ys = region.map(({ y }) => y);
  const x1 = Math.max(0, Math.floor(Math.min(...xs)));
  const y1 = Math.max(0, Math.floor(Math.min(...ys)));
  const x2 = Math.min(width, Math.ceil(Math.max(...xs)));
  const y2 = Math.min(height, Math.ceil(Math.max(...ys)));
  return x2 > x1 && y2 > y1 ? { x1, y1, x2, y2 } : null;
}

type Paint = (x: number, y: number, channel: number) => number;

const black: Paint = () => 0;

/** The mean colours of the squares that cover a box. */
interface Means {
  readonly box: Box;
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

function meansOf({ data, width }: Pixels, box: Box): Means {
  const side = Math.max(1, Math.ceil(Math.max(box.x2 - box.x1, box.y2 - box.y1) / SQUARES));
  const columns = Math.ceil((box.x2 - box.x1) / side);
  const rows = Math.ceil((box.y2 - box.y1) / side);
  const values = new Float64Array(columns * rows * CHANNELS);
  const counts = new Float64Array(columns * rows);
  for (let y = box.y1; y < box.y2; y++) {
    const row = Math.floor((y - box.y1) / side) * columns;
    for (let x = box.x1; x < box.x2; x++) {
      const square = row + Math.floor((x - box.x1) / side);
      const from = (y * width + x) * CHANNELS;
      counts[square] = (counts[square] ?? 0) + 1;
      for (let c = 0; c < CHANNELS; c++) {
        const at = square * CHANNELS + c;
        values[at] = (values[at] ?? 0) + (data[from + c] ?? 0);
      }
    }
  }
  for (let n = 0; n < values.length; n++)
    values[n] = (values[n] ?? 0) / (counts[Math.floor(n / CHANNELS)] ?? 1);
  return { box, side, columns, rows, values };
}

function paintOf({ box, side, columns, rows, values }: Means, style: 'pixelate' | 'blur'): Paint {
  const mean = (column: number, row: number, channel: number): number =>
    values[(row * columns + column) * CHANNELS + channel] ?? 0;
  if (style === 'pixelate')
    return (x, y, c) => mean(Math.floor((x - box.x1) / side), Math.floor((y - box.y1) / side), c);
  const within = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value));
  return (x, y, c) => {
    const across = within((x - box.x1 + 0.5) / side - 0.5, columns);
    const down = within((y - box.y1 + 0.5) / side - 0.5, rows);
    const column = Math.floor(across);
    const row = Math.floor(down);
    const right = within(column + 1, columns);
    const below = within(row + 1, rows);
    const [partX, partY] = [across - column, down - row];
    const above = mean(column, row, c) * (1 - partX) + mean(right, row, c) * partX;
    return (
      above * (1 - partY) + (mean(column, below, c) * (1 - partX) + mean(right, below, c) * partX) * partY
    );
  };
}

/** Paints the pixels whose row crosses the region, from its left to its right edge. */
function fill({ data, width }: Pixels, region: Region, box: Box, paint: Paint): void {
  for (let y = box.y1; y < box.y2; y++) {
    const span = spanAt(region, y, box);
    if (span === null) continue;
    for (let x = span.from; x < span.to; x++) {
      const at = (y * width + x) * CHANNELS;
      for (let c = 0; c < CHANNELS; c++) data[at + c] = Math.round(paint(x, y, c));
    }
  }
}

/** Makes the planes of a crop black outside the region. */
export function blackOutside(planes: Float32Array, size: Size, region: Region): void {
  const { width, height } = size;
  const box = boundsOf(region, size);
  for (let row = 0; row < planes.length / width; row++) {
    const y = row % height;
    const span = box === null || y < box.y1 || y >= box.y2 ? null : spanAt(region, y, box);
    planes.fill(0, row * width, row * width + (span?.from ?? width));
    if (span !== null) planes.fill(0, row * width + span.to, (row + 1) * width);
  }
}

/** Everything between the outermost edges of the region in a row of pixels, so that no gap is left in it. */
function spanAt(region: Region, y: number, box: Box): { readonly from: number; readonly to: number } | null {
  let left = Infinity;
  let right = -Infinity;
  for (const [n, a] of region.entries()) {
    const b = region[(n + 1) % region.length] ?? a;
    const top = Math.max(y, Math.min(a.y, b.y));
    const bottom = Math.min(y + 1, Math.max(a.y, b.y));
    if (top > bottom) continue;
    for (const crossing of [top, bottom]) {
      const x = a.y === b.y ? a.x : a.x + ((b.x - a.x) * (crossing - a.y)) / (b.y - a.y);
      left = Math.min(left, x, a.y === b.y ? b.x : x);
      right = Math.max(right, x, a.y === b.y ? b.x : x);
    }
  }
  const from = Math.max(box.x1, Math.floor(left));
  const to = Math.min(box.x2, Math.ceil(right));
  return to > from ? { from, to } : null;
}
