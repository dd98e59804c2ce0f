import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Photos of three to five people that the face-api package ships as its demonstration (MIT licence). */
export const SAMPLE_NAMES = [
  'sample1.jpg',
  'sample2.jpg',
  'sample3.jpg',
  'sample4.jpg',
  'sample5.jpg',
  'sample6.jpg',
] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

export const samplePath = (name: SampleName): string =>
  createRequire(import.meta.url).resolve(`@vladmandic/face-api/demo/${name}`);

export const readSample = (name: SampleName): Promise<Buffer> => readFile(samplePath(name));
