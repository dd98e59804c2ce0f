import { boundingBox, clipBox, type Point } from '../geometry/box.js';
import type { Pixels } from '../image/pixels.js';

/** BT.601 luma. */
const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;

/** Mean luma (0 to 255) of the pixels inside the face's outline; 0 where no part of it lies in the image. */
export function illumination(image: Pixels, outline: readonly Point[]): number {
  const box = clipBox(boundingBox(outline), image);
  if (box === null) return 0;
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(box.y1); y < Math.ceil(box.y2); y++) {
    for (const [from, to] of spansAt(outline, y + 0.5)) {
      const first = Math.max(0, Math.round(from));
      const end = Math.min(image.width, Math.round(to));
      for (let x = first; x < end; x++) {
        const i = (y * image.width + x) * 3;
        const { data } = image;
        sum += RED * (data[i] ?? 0) + GREEN * (data[i + 1] ?? 0) + BLUE * (data[i + 2] ?? 0);
        count++;
      }
    }
  }
  return count > 0 ? sum / count : 0;
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
