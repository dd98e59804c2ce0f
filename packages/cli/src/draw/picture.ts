import type { Box, Point, Size } from '@facet/engine';

/** The part of a photo that a picture shows, and the scale at which it does. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** How much room around the faces, in widths and heights of a mean face. */
export interface Room {
  readonly sides: number;
  readonly above: number;
  readonly below: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

/** The frame that holds all the faces with room around them, drawn `width` pixels wide. */
export function frameAround(faces: readonly Box[], image: Size, room: Room, width: number): Frame {
  const faceWidth = mean(faces.map((box) => box.x2 - box.x1));
  const faceHeight = mean(faces.map((box) => box.y2 - box.y1));
  const left = Math.max(0, Math.round(Math.min(...faces.map((box) => box.x1)) - room.sides * faceWidth));
  const top = Math.max(0, Math.round(Math.min(...faces.map((box) => box.y1)) - room.above * faceHeight));
  const right = Math.max(...faces.map((box) => box.x2)) + room.sides * faceWidth;
  const bottom = Math.max(...faces.map((box) => box.y2)) + room.below * faceHeight;
  const shown = {
    width: Math.min(image.width, Math.round(right)) - left,
    height: Math.min(image.height, Math.round(bottom)) - top,
  };
  return { left, top, ...shown, scale: width / shown.width };
}

export const drawnSize = ({ width, height, scale }: Frame): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
});

export const drawnPoint = ({ left, top, scale }: Frame, { x, y }: Point): Point => ({
  x: (x - left) * scale,
  y: (y - top) * scale,
});

export const FONT = 'DejaVu Sans Mono, Menlo, Consolas, monospace';
/** The width of every character of such a font, in ems. */
export const CHARACTER_WIDTH = 0.602;

export const px = (value: number): string => value.toFixed(1);

export const pathThrough = (points: readonly Point[], closed: boolean): string =>
  `M${points.map(({ x, y }) => `${px(x)} ${px(y)}`).join('L')}${closed ? 'Z' : ''}`;

export interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export const text = (at: Point, content: string, { size, colour, bold, anchor }: TextStyle): string =>
  `<text x="${px(at.x)}" y="${px(at.y)}" font-family="${FONT}" font-size="${size}" fill="${colour}"` +
  ` font-weight="${bold ? 'bold' : 'normal'}" text-anchor="${anchor ?? 'start'}">${content}</text>`;

/** `drawn`: the size in which the parts are drawn, if it is not that of the picture. */
export const svg = (
  width: number,
  height: number,
  parts: readonly string[],
  drawn: Size = { width, height },
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${drawn.width} ${drawn.height}" preserveAspectRatio="none">${parts.join('')}</svg>`,
  );
