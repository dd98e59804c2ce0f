import sharp from 'sharp';
import { readSample } from '../data/sample-photos.js';

const QUALITY = 90;
const LARGE = { width: 4000, height: 3000 };
const LONG_SIDE = 1024;
/** One of the three people, head and shoulders, as someone who signs in looks to a camera. */
const ONE_PERSON = { left: 1252, top: 70, width: 640, height: 480 };

export interface Photos {
  /** A photo of one person with 12 megapixels, and its version with a long side of 1024 pixels. */
  readonly large: Buffer;
  readonly portrait: Buffer;
  /** A photo of three people with a long side of 1024 pixels. */
  readonly group: Buffer;
}

/** The photos whose cost is measured, made of a real one. */
export async function makePhotos(): Promise<Photos> {
  const source = await readSample('sample1.jpg');
  // Enlarging leaves no detail; grain like that of a sensor makes the file as hard to decode as one of a camera.
  const grain = await sharp({
    create: { ...LARGE, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 10 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const large = await sharp(source)
    .extract(ONE_PERSON)
    .resize({ ...LARGE, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: QUALITY })
    .toBuffer();
  return { large, portrait: await reduced(large, LONG_SIDE), group: await reduced(source, LONG_SIDE) };
}

export const reduced = (photo: Buffer, longSide: number): Promise<Buffer> =>
  sharp(photo)
    .resize({ width: longSide, height: longSide, fit: 'inside' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
