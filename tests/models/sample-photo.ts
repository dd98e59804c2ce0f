import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A real photograph of several people, 1920 pixels wide. */
export const samplePhoto = (): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample3.jpg'));
