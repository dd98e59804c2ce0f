import { boxHeight, boxWidth, type Box, type Point } from './box.js';
import { LANDMARK_LINES } from './landmark-groups.js';

/** The side of the square that a face is aligned in. */
export const ALIGNED_SIDE = 100;
/** How much of it the face takes. */
const FACE_SHARE = 0.66;

/** An SVG matrix: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const matrixText = ({ a, b, c, d, e, f }: Matrix): string => `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;

export const applied = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});

/** Turns a face upright by its eyes, and brings it to one size in the middle of the square. */
export function alignment(box: Box, landmarks: Readonly<Record<string, Point>>): Matrix {
  const [x1, y1] = box;
  const centre = { x: x1 + boxWidth(box) / 2, y: y1 + boxHeight(box) / 2 };
  const angle = -rollOf(landmarks);
  const scale = (ALIGNED_SIDE * FACE_SHARE) / Math.max(boxWidth(box), boxHeight(box), 1);
  const a = scale * Math.cos(angle);
  const b = scale * Math.sin(angle);
  return {
    a,
    b,
    c: -b,
    d: a,
    e: ALIGNED_SIDE / 2 - a * centre.x + b * centre.y,
    f: ALIGNED_SIDE / 2 - b * centre.x - a * centre.y,
  };
}

const EYES = LANDMARK_LINES.filter(({ group }) => group === 'eyes');

/** How far the line through the eyes is turned, in radians; 0 where there are no eyes to go by. */
function rollOf(landmarks: Readonly<Record<string, Point>>): number {
  const [left, right] = EYES.map(({ keys }) => middle(keys.flatMap((key) => landmarks[key] ?? [])));
  if (left === undefined || right === undefined || left === null || right === null) return 0;
  return Math.atan2(right.y - left.y, right.x - left.x);
}

function middle(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
