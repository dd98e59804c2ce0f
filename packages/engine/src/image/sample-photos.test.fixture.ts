import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type Sharp } from 'sharp';
import { height, width, type Box } from '@facet/analysis/geometry/box.js';

export type SampleNumber = 1 | 2 | 3 | 4 | 5 | 6;
export const SAMPLES: readonly SampleNumber[] = [1, 2, 3, 4, 5, 6];

/** A real photograph of several people, 1920 pixels wide, as its file. */
export const sample = (number: SampleNumber): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/sample${number}.jpg`));

export const jpeg = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 92 }).toBuffer();

/** The part of a photo inside a box, cut at whole pixels. */
export async function cutOut(photo: Buffer, box: Box): Promise<Buffer> {
  const left = Math.max(0, Math.round(box.x1));
  const top = Math.max(0, Math.round(box.y1));
  const size = await sharp(photo).metadata();
  return sharp(photo)
    .extract({
      left,
      top,
      width: Math.min(size.width, Math.round(box.x2)) - left,
      height: Math.min(size.height, Math.round(box.y2)) - top,
    })
    .png()
    .toBuffer();
}

/** The box, grown (or shrunk) about its centre. */
export const grown = (box: Box, times: number): Box => {
  const dx = (width(box) * (times - 1)) / 2;
  const dy = (height(box) * (times - 1)) / 2;
  return { x1: box.x1 - dx, y1: box.y1 - dy, x2: box.x2 + dx, y2: box.y2 + dy };
};

export interface Pasted {
  readonly image: Buffer;
  readonly left: number;
  readonly top: number;
}

/** Pictures pasted on a grey canvas, as a JPEG. */
export const collage = (
  size: { width: number; height: number },
  pasted: readonly Pasted[],
): Promise<Buffer> =>
  jpeg(
    sharp({ create: { ...size, channels: 3, background: { r: 110, g: 115, b: 120 } } }).composite(
      pasted.map(({ image, left, top }) => ({ input: image, left, top })),
    ),
  );
