/** An axis-parallel rectangle in pixels: left, top, right, bottom. */
export interface Box {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const longerSide = ({ width, height }: Size): number => Math.max(width, height);

export const width = (box: Box): number => box.x2 - box.x1;
export const height = (box: Box): number => box.y2 - box.y1;
export const area = (box: Box): number => Math.max(0, width(box)) * Math.max(0, height(box));
export const centre = (box: Box): Point => ({ x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 });

export const isInside = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x1 && x <= box.x2 && y >= box.y1 && y <= box.y2;

export const boxAround = (c: Point, w: number, h: number): Box => ({
  x1: c.x - w / 2,
  y1: c.y - h / 2,
  x2: c.x + w / 2,
  y2: c.y + h / 2,
});

export const scaleBox = (box: Box, sx: number, sy: number): Box => ({
  x1: box.x1 * sx,
  y1: box.y1 * sy,
  x2: box.x2 * sx,
  y2: box.y2 * sy,
});

/** The part of the box inside the image, or null where they do not overlap. */
export function clipBox(box: Box, image: Size): Box | null {
  const clipped = {
    x1: Math.max(0, box.x1),
    y1: Math.max(0, box.y1),
    x2: Math.min(image.width, box.x2),
    y2: Math.min(image.height, box.y2),
  };
  return clipped.x2 > clipped.x1 && clipped.y2 > clipped.y1 ? clipped : null;
}

/** The smallest box that holds all the points. */
export function boundingBox(points: readonly Point[]): Box {
  let x1 = Infinity;
  let y1 = Infinity;
  let x2 = -Infinity;
  let y2 = -Infinity;
  for (const { x, y } of points) {
    x1 = Math.min(x1, x);
    y1 = Math.min(y1, y);
    x2 = Math.max(x2, x);
    y2 = Math.max(y2, y);
  }
  return { x1, y1, x2, y2 };
}

const intersection = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1)) *
  Math.max(0, Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1));

/** Intersection over union: 1 for equal boxes, 0 for boxes apart. */
export function overlap(a: Box, b: Box): number {
  const shared = intersection(a, b);
  const union = area(a) + area(b) - shared;
  return union > 0 ? shared / union : 0;
}

/** How much of the smaller box lies inside the other: 1 when it is nested. */
export function nesting(a: Box, b: Box): number {
  const smaller = Math.min(area(a), area(b));
  return smaller > 0 ? intersection(a, b) / smaller : 0;
}

/** A box in integer pixels inside the image, at least one wide and high, so that it can be sent as a box again. */
export function integerBox(box: Box, image: Size): Box {
  const [x1, x2] = span(box.x1, box.x2, image.width);
  const [y1, y2] = span(box.y1, box.y2, image.height);
  return { x1, y1, x2, y2 };
}

function span(from: number, to: number, end: number): [number, number] {
  const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, end - 1));
  return [start, Math.max(start + 1, Math.min(end, Math.round(to)))];
}

/** How fast prominence falls from the image's centre (docs/decisions: area × exp(−8·d²)). */
const CENTRE_PULL = 8;

/** How much a face stands out: its area, reduced with the distance of its centre from the image's centre. */
export function prominence(box: Box, image: Size): number {
  const c = centre(box);
  const dx = c.x / image.width - 0.5;
  const dy = c.y / image.height - 0.5;
  return area(box) * Math.exp(-CENTRE_PULL * (dx * dx + dy * dy));
}
