import { readFile } from 'node:fs/promises';
import { openStore } from '@facet/engine';
import sharp from 'sharp';

/** Real photographs; where they are not at hand they are fetched once. */
async function samplePhoto(
  name: 'sample1.jpg' | 'sample3.jpg' | 'sample4.jpg' | 'sample5.jpg',
): Promise<Buffer> {
  const path = (await openStore().ensure([name])).get(name);
  if (path === undefined) throw new Error(`The photo ${name} is missing.`);
  return readFile(path);
}

/** Three people who face the camera. */
export const threePeople = (): Promise<Buffer> => samplePhoto('sample3.jpg');
export const fivePeople = (): Promise<Buffer> => samplePhoto('sample5.jpg');
export const fourPeople = (): Promise<Buffer> => samplePhoto('sample4.jpg');

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
