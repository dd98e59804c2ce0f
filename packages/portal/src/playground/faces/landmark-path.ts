import type { Point } from './box.js';
import type { LandmarkLine } from './landmark-groups.js';

/** The `d` of an SVG path through the points of a line; points that the answer lacks are left out. */
export function landmarkPath(line: LandmarkLine, landmarks: Readonly<Record<string, Point>>): string {
  const points = line.keys.flatMap((key) => landmarks[key] ?? []);
  if (points.length < 2) return '';
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}${line.closed ? 'Z' : ''}`;
}
