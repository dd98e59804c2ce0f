import { readFile } from 'node:fs/promises';
import { openStore } from '@facet/engine';
import sharp from 'sharp';

export interface TypicalPhoto {
  readonly name: string;
  readonly file: Buffer;
}

const GROUP = 'sample3.jpg';
const PORTRAIT = 'sample2.jpg';
const PORTRAIT_WIDTH = 640;

/** What callers send: a photo of a few people as a telephone shares it, and a small portrait. */
export async function typicalPhotos(): Promise<TypicalPhoto[]> {
  const paths = await openStore().ensure([GROUP, PORTRAIT]);
  const group = await readFile(paths.get(GROUP) ?? GROUP);
  const portrait = await sharp(paths.get(PORTRAIT) ?? PORTRAIT)
    .resize({ width: PORTRAIT_WIDTH })
    .jpeg({ quality: 90 })
    .toBuffer();
  return [
    { name: '3 people, 1920 px', file: group },
    { name: '1 person, 640 px', file: portrait },
  ];
}
