import type { Point } from './box.js';

/** The lower half of the convex hull, from the leftmost to the rightmost point; "lower" is down in the image. */
export function lowerHull(points: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const p of [...points].sort((a, b) => a.x - b.x || a.y - b.y)) {
    let last = hull.at(-1);
    let before = hull.at(-2);
    while (last !== undefined && before !== undefined && turn(before, last, p) >= 0) {
      hull.pop();
      last = hull.at(-1);
      before = hull.at(-2);
    }
    hull.push(p);
  }
  return hull;
}

/** Positive if the path o → a → b turns clockwise, as seen in an image. */
const turn = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** `count` points at equal distances along a polyline: its start is one, its end is not. */
export function spacedAlong(line: readonly Point[], count: number): Point[] {
  const steps = line.slice(1).map((to, i) => {
    const from = line[i] ?? to;
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  const total = steps.reduce((sum, { length }) => sum + length, 0);
  const points: Point[] = [];
  let passed = 0;
  for (const { from, to, length } of steps) {
    while (points.length < count && (total * points.length) / count <= passed + length) {
      const part = length > 0 ? ((total * points.length) / count - passed) / length : 0;
      points.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    passed += length;
  }
  return points;
}
