import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';

/** Photos of three to five people that the face-api package ships as its demonstration (MIT licence). */
export const SAMPLE_NAMES = [
  'sample1.jpg',
  'sample2.jpg',
  'sample3.jpg',
  'sample4.jpg',
  'sample5.jpg',
  'sample6.jpg',
] as const;
type SampleName = (typeof SAMPLE_NAMES)[number];

export const samplePath = (name: SampleName): string =>
  createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${name}`);

export const readSample = (name: SampleName): Promise<Buffer> => readFile(samplePath(name));

interface TypicalPhoto {
  readonly name: string;
  readonly file: Buffer;
}

const SMALL_WIDTH = 640;

/** What callers send: a photo of a few people as a phone shares it, and the same as a small one. */
export async function typicalPhotos(): Promise<TypicalPhoto[]> {
  const shared = await readSample('sample3.jpg');
  const small = await sharp(shared).resize({ width: SMALL_WIDTH }).jpeg({ quality: 90 }).toBuffer();
  return [
    { name: '3 people, 1920 px', file: shared },
    { name: `3 people, ${SMALL_WIDTH} px`, file: small },
  ];
}
