import type { Point } from './box.js';

/**
 * A rotation, a uniform scale and a translation: (x, y) → (a·x − b·y + tx, b·x + a·y + ty).
 * All coordinates are continuous: pixel i covers [i, i + 1).
 */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

export const apply = (m: Similarity, { x, y }: Point): Point => ({
  x: m.a * x - m.b * y + m.tx,
  y: m.b * x + m.a * y + m.ty,
});

export const scaleOf = (m: Similarity): number => Math.hypot(m.a, m.b);

export function invert(m: Similarity): Similarity {
  const squared = m.a * m.a + m.b * m.b;
  const a = m.a / squared;
  const b = -m.b / squared;
  return { a, b, tx: -(a * m.tx - b * m.ty), ty: -(b * m.tx + a * m.ty) };
}

/** A square cut out of an image: its centre, its side in image pixels, and its rotation (radians). */
export interface SquareRegion {
  readonly centre: Point;
  readonly side: number;
  readonly angle: number;
}

/** The map from a crop of `size`×`size` pixels to the image region that it shows. */
export function cropToImage(region: SquareRegion, size: number): Similarity {
  const scale = region.side / size;
  const a = scale * Math.cos(region.angle);
  const b = scale * Math.sin(region.angle);
  const half = size / 2;
  return {
    a,
    b,
    tx: region.centre.x - (a * half - b * half),
    ty: region.centre.y - (b * half + a * half),
  };
}

/** The similarity that brings `from` nearest to `to` in the least-squares sense, without mirroring. */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const n = Math.min(from.length, to.length);
  const meanFrom = mean(from);
  const meanTo = mean(to);
  let dot = 0;
  let cross = 0;
  let spread = 0;
  for (let i = 0; i < n; i++) {
    const p = from[i];
    const q = to[i];
    if (p === undefined || q === undefined) continue;
    const px = p.x - meanFrom.x;
    const py = p.y - meanFrom.y;
    const qx = q.x - meanTo.x;
    const qy = q.y - meanTo.y;
    dot += px * qx + py * qy;
    cross += px * qy - py * qx;
    spread += px * px + py * py;
  }
  const a = spread > 0 ? dot / spread : 1;
  const b = spread > 0 ? cross / spread : 0;
  return {
    a,
    b,
    tx: meanTo.x - (a * meanFrom.x - b * meanFrom.y),
    ty: meanTo.y - (b * meanFrom.x + a * meanFrom.y),
  };
}

export function mean(points: readonly Point[]): Point {
  let x = 0;
  let y = 0;
  for (const p of points) {
    x += p.x;
    y += p.y;
  }
  return { x: x / points.length, y: y / points.length };
}
