import { percentile } from './percentile.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The Theil-Sen slope: the median of the slopes between all pairs of points. Up to a quarter of the points may
 * be spikes, as garbage collection makes them, without moving it; a leak moves all pairs.
 */
export function robustSlope(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [n, a] of points.entries())
    for (const b of points.slice(n + 1)) if (a.x !== b.x) slopes.push((b.y - a.y) / (b.x - a.x));
  if (slopes.length === 0) throw new Error('A slope needs two points that lie apart.');
  return percentile(slopes, 0.5);
}
