import type { Box, Size } from './box.js';

/** A box in whole pixels inside the image, at least one wide and high, so that it can be sent as a box again. */
export function wholePixels(box: Box, image: Size): Box {
  const [x1, x2] = span(box.x1, box.x2, image.width);
  const [y1, y2] = span(box.y1, box.y2, image.height);
  return { x1, y1, x2, y2 };
}

function span(from: number, to: number, end: number): [number, number] {
  const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, end - 1));
  return [start, Math.max(start + 1, Math.min(end, Math.round(to)))];
}
