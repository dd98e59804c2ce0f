import { readFile } from 'node:fs/promises';
import { openStore } from '@facet/engine';
import sharp from 'sharp';

export interface TypicalPhoto {
  readonly name: string;
  readonly file: Buffer;
}

const SAMPLE = 'sample3.jpg';
const SMALL_WIDTH = 640;

/** What callers send: a photo of a few people as a telephone shares it, and the same as a small one. */
export async function typicalPhotos(): Promise<TypicalPhoto[]> {
  const shared = await readFile((await openStore().ensure([SAMPLE])).get(SAMPLE) ?? SAMPLE);
  const small = await sharp(shared).resize({ width: SMALL_WIDTH }).jpeg({ quality: 90 }).toBuffer();
  return [
    { name: '3 people, 1920 px', file: shared },
    { name: `3 people, ${SMALL_WIDTH} px`, file: small },
  ];
}
