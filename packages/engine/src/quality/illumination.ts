import { boundingBox, clipBox, type Point } from '../geometry/box.js';
import type { Pixels } from '../image/pixels.js';
import { BLUE, GREEN, RED } from './luma.js';

/** Mean luma (0 to 255) of the pixels inside the face's outline; 0 where no part of it lies in the image. */
export function illumination(image: Pixels, outline: readonly Point[]): number {
  const box = clipBox(boundingBox(outline), image);
  if (box === null) return 0;
  const { data, width } = image;
  let red = 0;
  let green = 0;
  let blue = 0;
  let count = 0;
  for (let y = Math.floor(box.y1); y < Math.ceil(box.y2); y++) {
    for (const [from, to] of spansAt(outline, y + 0.5)) {
      const first = Math.max(0, Math.round(from));
      const end = Math.min(width, Math.round(to));
      const rowEnd = (y * width + end) * 3;
      for (let i = (y * width + first) * 3; i < rowEnd; i += 3) {
        red += data[i] ?? 0;
        green += data[i + 1] ?? 0;
        blue += data[i + 2] ?? 0;
      }
      count += Math.max(0, end - first);
    }
  }
  return count > 0 ? (RED * red + GREEN * green + BLUE * blue) / count : 0;
}

/** Where a row at height y lies inside the polygon: pairs of left and right ends. */
function spansAt(polygon: readonly Point[], y: number): [number, number][] {
  const crossings: number[] = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length] ?? p;
    if (p.y <= y === q.y <= y) return;
    crossings.push(p.x + ((y - p.y) / (q.y - p.y)) * (q.x - p.x));
  });
  crossings.sort((a, b) => a - b);
  const spans: [number, number][] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i] ?? 0, crossings[i + 1] ?? 0]);
  return spans;
}
