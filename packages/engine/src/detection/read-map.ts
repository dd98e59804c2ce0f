import { apply, scaleOf } from '../geometry/similarity.js';
import type { Candidate } from './candidate.js';
import type { View } from './view.js';

/** One cell of the output for every 4×4 pixels of the input. */
const CELL = 4;

/** The detector's output for one view: a score logit a cell, and 16 planes of centre, size and six keypoints. */
export interface DetectorMap {
  readonly rows: number;
  readonly columns: number;
  readonly scores: Float32Array;
  readonly regressors: Float32Array;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Every cell that scores at least `minScore`, as a candidate in image pixels. */
export function readMap(map: DetectorMap, view: View, minScore: number): Candidate[] {
  const { rows, columns, scores, regressors } = map;
  const cells = rows * columns;
  const minLogit = Math.log(minScore / (1 - minScore));
  const scale = scaleOf(view.toImage);
  const turn = Math.atan2(view.toImage.b, view.toImage.a);
  const candidates: Candidate[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const logit = scores[cell] ?? -Infinity;
    if (logit < minLogit) continue;
    const at = (plane: number): number => regressors[plane * cells + cell] ?? 0;
    const anchorX = ((cell % columns) + 0.5) * CELL;
    const anchorY = (Math.floor(cell / columns) + 0.5) * CELL;
    // Keypoints 0 and 1 are the eyes at the image's left and right.
    const eyeTilt = Math.atan2(at(7) - at(5), at(6) - at(4));
    candidates.push({
      centre: apply(view.toImage, { x: anchorX + at(0), y: anchorY + at(1) }),
      side: Math.max(at(2), at(3)) * scale,
      angle: eyeTilt + turn,
      score: sigmoid(logit),
    });
  }
  return candidates;
}
