import { height, width, type Box } from '../geometry/box.js';
import { apply, scaleOf } from '../geometry/similarity.js';
import type { View } from './view.js';

/** A possible face, in image pixels. */
export interface Candidate {
  /** As a person would draw it: from the upper forehead to the chin, without the ears. */
  readonly box: Box;
  /** The in-plane rotation of the head (radians, clockwise), from the five points. */
  readonly angle: number;
  /** The detector's confidence, 0 to 1. */
  readonly score: number;
}

export const sideOf = ({ box }: Candidate): number => Math.max(width(box), height(box));

/** The longer side in pixels of the photo that the detector saw: enlarging a photo adds none. */
export const sideInPixels = (candidate: Candidate, { toImage }: View): number =>
  sideOf(candidate) / Math.max(1, scaleOf(toImage));

/** The detector has one output map for each of these strides, in pixels of its input. */
export const STRIDES = [8, 16, 32, 64] as const;

/** The planes of a map; training/detector/model.py writes them in this order. */
const PLANES = { score: 0, centreX: 1, centreY: 2, logWidth: 3, logHeight: 4, points: 5 } as const;
/** The logarithm of half a side in strides is limited as in training, so that an outlier does not become an infinite box. */
const MAX_LOG_SIDE = 6;

/** One output map: 15 planes of rows × columns. */
export interface DetectorMap {
  readonly stride: number;
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Every cell that scores at least `minScore`, as a candidate in image pixels. */
export function readMap(map: DetectorMap, view: View, minScore: number): Candidate[] {
  const { stride, rows, columns, values } = map;
  const cells = rows * columns;
  const minLogit = Math.log(minScore / (1 - minScore));
  const { toImage } = view;
  const scale = scaleOf(toImage);
  const candidates: Candidate[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const logit = values[cell] ?? -Infinity;
    if (logit < minLogit) continue;
    const at = (plane: number): number => values[plane * cells + cell] ?? 0;
    const half = (plane: number): number =>
      Math.exp(Math.min(MAX_LOG_SIDE, Math.max(-MAX_LOG_SIDE, at(plane)))) * stride * scale;
    const centre = apply(toImage, {
      x: ((cell % columns) + 0.5 + at(PLANES.centreX)) * stride,
      y: (Math.floor(cell / columns) + 0.5 + at(PLANES.centreY)) * stride,
    });
    candidates.push({
      box: boxOf(centre, half(PLANES.logWidth), half(PLANES.logHeight)),
      angle: angleOf(at),
      score: sigmoid(logit),
    });
  }
  return candidates;
}

const boxOf = (
  { x, y }: { readonly x: number; readonly y: number },
  halfWidth: number,
  halfHeight: number,
): Box => ({
  x1: x - halfWidth,
  y1: y - halfHeight,
  x2: x + halfWidth,
  y2: y + halfHeight,
});

/**
 * The in-plane rotation of the head, from eyes and mouth: in a profile the eyes alone are too close together.
 * Points 0 and 1 are the eyes at the image's left and right, 3 and 4 the corners of the mouth.
 */
function angleOf(at: (plane: number) => number): number {
  const x = (point: number): number => at(PLANES.points + 2 * point);
  const y = (point: number): number => at(PLANES.points + 2 * point + 1);
  const across = { x: x(1) - x(0) + x(4) - x(3), y: y(1) - y(0) + y(4) - y(3) };
  const down = { x: x(3) + x(4) - x(0) - x(1), y: y(3) + y(4) - y(0) - y(1) };
  return Math.atan2(across.y - down.x, across.x + down.y);
}
