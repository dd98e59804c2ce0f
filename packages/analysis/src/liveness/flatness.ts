import type { Point } from '../geometry/box.js';
import { leastSquares } from '../geometry/least-squares.js';
import { mean } from '../geometry/similarity.js';

/**
 * How badly the points of one picture of a face fit those of another, if the face were flat: the distance that remains after
 * the best projective map from the first to the second, relative to the size of the second. About 0.01 for a photo that
 * is turned before the camera, because a picture of a plane is always mapped so; more for a head, whose nose stands out.
 */
export function depthEvidence(from: readonly Point[], to: readonly Point[]): number {
  const [source, target] = [centred(from), centred(to)];
  const map = fitProjective(source.points, target.points);
  if (map === null) return 0;
  const squares = source.points.map((point, n) => {
    const goal = target.points[n] ?? point;
    const reached = project(map, point);
    return (reached.x - goal.x) ** 2 + (reached.y - goal.y) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/**
 * How much the second picture is narrower in one direction than the first, as the angle (degrees) by which a flat thing would
 * have to be turned for it.
 */
export function foreshortening(from: readonly Point[], to: readonly Point[]): number {
  const [source, target] = [centred(from), centred(to)];
  const [a, b, c, d] = fitLinear(source.points, target.points);
  // Singular values of the 2×2 matrix.
  const sum = Math.hypot(a + d, c - b);
  const difference = Math.hypot(a - d, b + c);
  const ratio = (sum - difference) / (sum + difference);
  return (Math.acos(Math.min(1, Math.max(0, ratio))) * 180) / Math.PI;
}

/** Moved to the middle and scaled to a root-mean-square distance of 1 from it. */
function centred(points: readonly Point[]): { readonly points: Point[] } {
  const middle = mean(points);
  const moved = points.map(({ x, y }) => ({ x: x - middle.x, y: y - middle.y }));
  const scale = Math.sqrt(moved.reduce((sum, { x, y }) => sum + x * x + y * y, 0) / moved.length) || 1;
  return { points: moved.map(({ x, y }) => ({ x: x / scale, y: y / scale })) };
}

/** The matrix (a b; c d) that brings `from` nearest to `to`. */
function fitLinear(from: readonly Point[], to: readonly Point[]): [number, number, number, number] {
  const rows = from.map(({ x, y }) => [x, y]);
  const solve = (values: readonly number[]): number[] => leastSquares(rows, values) ?? [0, 0];
  const [a = 0, b = 0] = solve(to.map(({ x }) => x));
  const [c = 0, d = 0] = solve(to.map(({ y }) => y));
  return [a, b, c, d];
}

/** The eight numbers of the projective map that brings `from` nearest to `to`, up to the weight of the denominator. */
function fitProjective(from: readonly Point[], to: readonly Point[]): readonly number[] | null {
  const rows: number[][] = [];
  const values: number[] = [];
  from.forEach(({ x, y }, n) => {
    const { x: u, y: v } = to[n] ?? { x: 0, y: 0 };
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    values.push(u, v);
  });
  return leastSquares(rows, values);
}

function project(map: readonly number[], { x, y }: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = map;
  const w = g * x + h * y + 1;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}
