import type { Point } from '../geometry/box.js';
import { apply, cropToImage, invert, type SquareRegion } from '../geometry/similarity.js';
import { warp, type Pyramid } from '../image/pyramid.js';

/** How light the face is at each inner vertex of its mesh. Every frame has the same vertices in the same order. */
export interface Skin {
  /** Relative to the bridge of the nose and the size of the face. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** 0 to 255, blurred: noise and small errors of the mesh do not count. */
  readonly light: Float32Array;
}

/** The square around the mesh is measured at this size, which makes a blur of about 4 % of the face. */
const SIDE = 48;
const MARGIN = 1.2;
const PASSES = 3;
const BLUR = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16] as const;

/** Where a face is, in pixels of the image. */
interface SkinPlaces {
  readonly square: SquareRegion;
  /** Of the nose. */
  readonly bridge: Point;
  /** The vertices of the mesh inside its outline. */
  readonly inner: readonly Point[];
}

export function skinOf(image: Pyramid, { square, bridge, inner }: SkinPlaces): Skin {
  const toImage = cropToImage({ ...square, side: square.side * MARGIN }, SIDE);
  const toCrop = invert(toImage);
  const planes = warp(image, toImage, { width: SIDE, height: SIDE }, 0);
  // Green is most of the luma, and the least noisy colour of a camera.
  let light = planes.subarray(SIDE * SIDE, 2 * SIDE * SIDE);
  for (let pass = 0; pass < PASSES; pass++) light = blurred(blurred(light, 1), SIDE);
  const origin = apply(toCrop, bridge);
  const places = inner.map((vertex) => apply(toCrop, vertex));
  const unit = SIDE / MARGIN;
  return {
    x: Float32Array.from(places, ({ x }) => (x - origin.x) / unit),
    y: Float32Array.from(places, ({ y }) => (y - origin.y) / unit),
    light: Float32Array.from(places, ({ x, y }) => lightAt(light, x - 0.5, y - 0.5)),
  };
}

/** Along rows (`step` 1) or columns (`step` SIDE); at an edge the last pixel goes on. */
function blurred(light: Float32Array, step: number): Float32Array {
  const line = step === 1 ? SIDE : 1;
  const out = new Float32Array(light.length);
  for (let across = 0; across < SIDE; across++)
    for (let along = 0; along < SIDE; along++) {
      let sum = 0;
      for (const [n, weight] of BLUR.entries()) {
        const place = Math.min(SIDE - 1, Math.max(0, along + n - 2));
        sum += weight * (light[across * line + place * step] ?? 0);
      }
      out[across * line + along * step] = sum;
    }
  return out;
}

/** Bilinear; outside, the nearest pixel. */
function lightAt(light: Float32Array, x: number, y: number): number {
  const within = (value: number): number => Math.min(SIDE - 1, Math.max(0, value));
  const [left, top] = [Math.floor(within(x)), Math.floor(within(y))];
  const [right, down] = [within(x) - left, within(y) - top];
  const at = (column: number, row: number): number =>
    light[Math.min(SIDE - 1, row) * SIDE + Math.min(SIDE - 1, column)] ?? 0;
  const above = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return above * (1 - down) + below * down;
}
