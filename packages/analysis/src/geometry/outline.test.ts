import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from './box.js';
import { lowerHull, spacedAlong } from './outline.js';

// Whole numbers keep the turns exact, so that the properties need no tolerance.
const coordinate = fc.integer({ min: -1000, max: 1000 });
const point = fc.record({ x: coordinate, y: coordinate });
const cloud = fc.uniqueArray(point, {
  minLength: 3,
  maxLength: 40,
  selector: ({ x, y }) => `${x},${y}`,
});

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

const pairs = (line: readonly Point[]): [Point, Point][] => line.slice(1).map((to, i) => [line[i] ?? to, to]);

const lengthOf = (line: readonly Point[]): number =>
  pairs(line).reduce((sum, [p, q]) => sum + Math.hypot(q.x - p.x, q.y - p.y), 0);

describe('lowerHull', () => {
  it('follows the lower side of a square with points inside', () => {
    const hull = lowerHull([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 0, y: 10 },
      { x: 10, y: 10 },
      { x: 5, y: 5 },
      { x: 5, y: 10 },
    ]);
    expect(hull).toContainEqual({ x: 0, y: 10 });
    expect(hull.at(-1)).toEqual({ x: 10, y: 10 });
    expect(hull).not.toContainEqual({ x: 5, y: 5 });
  });

  it('leaves no point below it', () => {
    fc.assert(
      fc.property(cloud, (points) => {
        for (const [from, to] of pairs(lowerHull(points))) {
          for (const p of points) {
            if (p.x >= from.x && p.x <= to.x) expect(cross(from, to, p)).toBeLessThanOrEqual(0);
          }
        }
      }),
    );
  });

  it('turns one way only, goes from left to right and consists of given points', () => {
    fc.assert(
      fc.property(cloud, (points) => {
        const hull = lowerHull(points);
        const xs = points.map((p) => p.x);
        expect(hull.at(0)?.x).toBe(Math.min(...xs));
        expect(hull.at(-1)?.x).toBe(Math.max(...xs));
        for (const p of hull) expect(points).toContainEqual(p);
        for (let i = 2; i < hull.length; i++) {
          const [o, a, b] = hull.slice(i - 2, i + 1);
          if (o && a && b) expect(cross(o, a, b)).toBeLessThan(0);
        }
      }),
    );
  });

  it('does not reorder the points it was given', () => {
    const points = [
      { x: 3, y: 0 },
      { x: 1, y: 0 },
      { x: 2, y: 5 },
    ];
    const copy = structuredClone(points);
    lowerHull(points);
    expect(points).toEqual(copy);
  });
});

describe('spacedAlong', () => {
  it('steps evenly round a corner, with the start and without the end', () => {
    const corner = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
    ];
    expect(spacedAlong(corner, 4)).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 2 },
    ]);
  });

  it('places the points at equal lengths of the way, in order', () => {
    fc.assert(
      fc.property(cloud, fc.integer({ min: 1, max: 20 }), (line, count) => {
        const spaced = spacedAlong(line, count);
        const total = lengthOf(line);
        expect(spaced).toHaveLength(count);
        spaced.forEach((p, i) => {
          const wanted = pointAt(line, (total * i) / count);
          expect(Math.hypot(p.x - wanted.x, p.y - wanted.y)).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it('passes over points that are given twice', () => {
    const line = [
      { x: 0, y: 0 },
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 0 },
      { x: 4, y: 0 },
    ];
    expect(spacedAlong(line, 2)).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
    ]);
  });
});

/** The point after walking `length` along the line: plain, slow, and written another way. */
function pointAt(line: readonly Point[], length: number): Point {
  let left = length;
  for (const [p, q] of pairs(line)) {
    const step = Math.hypot(q.x - p.x, q.y - p.y);
    if (left <= step) return { x: p.x + ((q.x - p.x) * left) / step, y: p.y + ((q.y - p.y) * left) / step };
    left -= step;
  }
  return line.at(-1) ?? { x: 0, y: 0 };
}
