import sharp from 'sharp';
import { readSample } from '../data/sample-photos.js';

export interface TypicalPhoto {
  readonly name: string;
  readonly file: Buffer;
}

const SMALL_WIDTH = 640;

/** What callers send: a photo of a few people as a telephone shares it, and the same as a small one. */
export async function typicalPhotos(): Promise<TypicalPhoto[]> {
  const shared = await readSample('sample3.jpg');
  const small = await sharp(shared).resize({ width: SMALL_WIDTH }).jpeg({ quality: 90 }).toBuffer();
  return [
    { name: '3 people, 1920 px', file: shared },
    { name: `3 people, ${SMALL_WIDTH} px`, file: small },
  ];
}
