import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Real photographs that come with a package which the tests use anyway. */
const PHOTOS = new URL('../../node_modules/@vladmandic/face-api/demo/', import.meta.url);

/** Three people who face the camera. */
export const threePeople = (): Promise<Buffer> => readFile(new URL('sample3.jpg', PHOTOS));

/** Three people, of whom the one on the left looks far to the side. */
export const peopleWithProfile = (): Promise<Buffer> => readFile(new URL('sample2.jpg', PHOTOS));

export type Rectangle = readonly [number, number, number, number];

/** A part of a photo around a face, with some air. */
export async function cutOut(photo: Buffer, [x1, y1, x2, y2]: Rectangle, air = 0.5): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
  const left = Math.max(0, Math.round(x1 - (x2 - x1) * air));
  const top = Math.max(0, Math.round(y1 - (y2 - y1) * air));
  return sharp(photo)
    .extract({
      left,
      top,
      width: Math.min(width, Math.round(x2 + (x2 - x1) * air)) - left,
      height: Math.min(height, Math.round(y2 + (y2 - y1) * air)) - top,
    })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A picture of nothing. */
export const emptyPicture = (width = 320, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7a9a6a' } })
    .jpeg()
    .toBuffer();
