/** A face rectangle as the API writes it: left, top, right, bottom, in pixels of the upright image. */
export type Box = readonly [x1: number, y1: number, x2: number, y2: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const boxWidth = ([x1, , x2]: Box): number => x2 - x1;
export const boxHeight = ([, y1, , y2]: Box): number => y2 - y1;

/** From the centre of one box to that of the other. */
export const centreDistance = (a: Box, b: Box): number =>
  Math.hypot((a[0] + a[2] - b[0] - b[2]) / 2, (a[1] + a[3] - b[1] - b[3]) / 2);

/** The quality gate measures the shorter side. */
export const shorterSide = (box: Box): number => Math.min(boxWidth(box), boxHeight(box));

/** The format of the `bboxes` parameters. */
export const boxText = (box: Box): string => box.join(',');

/** A box as percentages of the image, for placing elements over a picture of any size. */
export function boxInPercent(
  [x1, y1, x2, y2]: Box,
  { width, height }: Size,
): Record<'left' | 'top' | 'width' | 'height', string> {
  const percent = (part: number, total: number): string => `${Math.round((part / total) * 1e5) / 1e3}%`;
  return {
    left: percent(x1, width),
    top: percent(y1, height),
    width: percent(x2 - x1, width),
    height: percent(y2 - y1, height),
  };
}

/**
 * The square part of the image around a face for a small picture of it, a margin included;
 * it stays inside the image where the image is large enough.
 */
export function portraitCrop(box: Box, image: Size, margin = 0.35): { x: number; y: number; side: number } {
  const [x1, y1] = box;
  const wanted = Math.max(boxWidth(box), boxHeight(box)) * (1 + 2 * margin);
  const side = Math.min(wanted, image.width, image.height);
  const within = (centre: number, length: number): number =>
    Math.min(Math.max(0, centre - side / 2), length - side);
  return {
    x: within(x1 + boxWidth(box) / 2, image.width),
    y: within(y1 + boxHeight(box) / 2, image.height),
    side,
  };
}
