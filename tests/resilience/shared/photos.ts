import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Real photographs that come with a package which the tests use anyway. */
const PHOTOS = new URL('../../../node_modules/@vladmandic/face-api/demo/', import.meta.url);

export const photo = (n: 1 | 2 | 3 | 4 | 5 | 6): Promise<Buffer> =>
  readFile(new URL(`sample${n}.jpg`, PHOTOS));

/** A photo of three people, small enough that a call takes little time. */
export const smallPhoto = async (width = 480): Promise<Buffer> =>
  sharp(await photo(3))
    .resize({ width })
    .jpeg({ quality: 90 })
    .toBuffer();
