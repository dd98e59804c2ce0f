import type { Point, Size } from '@facet/engine';

/** The part of a photo that a picture shows, and the scale at which it does. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
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
