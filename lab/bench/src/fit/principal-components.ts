import { sum } from '../common/statistics.js';

interface Components {
  readonly mean: readonly number[];
  /** Directions of the largest spread, each divided by its standard deviation. */
  readonly components: readonly (readonly number[])[];
}

const STEPS = 300;

/** The first principal components of rows of equal length, found one after the other by power iteration. */
export function principalComponents(rows: readonly (readonly number[])[], count: number): Components {
  const size = rows[0]?.length ?? 0;
  const mean = Array.from({ length: size }, (_, i) => sum(rows.map((row) => row[i] ?? 0)) / rows.length);
  let rest = rows.map((row) => row.map((value, i) => value - (mean[i] ?? 0)));
  const components: number[][] = [];
  for (let n = 0; n < count; n++) {
    let direction = Array.from({ length: size }, (_, i) => Math.cos(i * (n + 1)) + 0.1);
    for (let step = 0; step < STEPS; step++) {
      const along = rest.map((row) => dot(row, direction));
      const next = direction.map((_, i) => sum(rest.map((row, r) => (row[i] ?? 0) * (along[r] ?? 0))));
      const length = Math.hypot(...next) || 1;
      direction = next.map((value) => value / length);
    }
    const along = rest.map((row) => dot(row, direction));
    const deviation = Math.hypot(...along) / Math.sqrt(rows.length);
    rest = rest.map((row, r) => row.map((value, i) => value - (along[r] ?? 0) * (direction[i] ?? 0)));
    components.push(direction.map((value) => value / deviation));
  }
  return { mean, components };
}

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
