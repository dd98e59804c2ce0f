import type { Point } from '@facet/engine';

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

export const svg = (width: number, height: number, parts: readonly string[]): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`,
  );
