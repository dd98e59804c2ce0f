import { leastSquares } from '../geometry/least-squares.js';
import type { Skin } from './skin.js';

/**
 * How much of a face's look a movement changed: 0 where the same picture was only pulled into another shape. A head that turns
 * shows what was hidden, and its skin catches the light differently.
 */
export interface Novelty {
  /** 1 minus the correlation of the light on the skin. */
  readonly plain: number;
  /** The same after light that changes evenly over the face was taken away, which a program could have added. */
  readonly relit: number;
}

/** The part of the face that is seen both before and after a turn: all but the far cheek. */
const FAR_CHEEK = -0.13;

/**
 * Compares a moved face with the beginning of its take. `nearSide`: 1 if the movement turned the image's right half of the face
 * to the camera, −1 for the left half, 0 for neither.
 */
export function noveltyOf(start: Skin, moved: Skin, nearSide: -1 | 0 | 1): Novelty {
  const seen = [...start.x.keys()].filter((n) => nearSide * (start.x[n] ?? 0) >= FAR_CHEEK);
  const before = seen.map((n) => start.light[n] ?? 0);
  const after = seen.map((n) => moved.light[n] ?? 0);
  const level = seen.map(() => [1]);
  const evenLight = seen.map((n) => {
    const [x, y] = [start.x[n] ?? 0, start.y[n] ?? 0];
    return [1, x, y, x * x, x * y, y * y];
  });
  return {
    plain: 1 - correlation(without(level, before), without(level, after)),
    relit: 1 - correlation(without(evenLight, before), without(evenLight, after)),
  };
}

/** What is left of the values when the best sum of the columns is taken away. */
function without(rows: readonly (readonly number[])[], values: readonly number[]): number[] {
  const factors = leastSquares(rows, values) ?? [];
  return rows.map(
    (row, n) => (values[n] ?? 0) - row.reduce((sum, value, k) => sum + value * (factors[k] ?? 0), 0),
  );
}

/** Of values whose mean is 0; 1 if one of them does not vary, because then it shows nothing new. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const product = (p: readonly number[], q: readonly number[]): number =>
    p.reduce((sum, value, n) => sum + value * (q[n] ?? 0), 0);
  const scale = Math.sqrt(product(a, a) * product(b, b));
  return scale > 0 ? product(a, b) / scale : 1;
}
