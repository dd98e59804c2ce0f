import * as fs from 'node:fs';
import type { ImageReader } from './image-source.js';
import { readLocalFile } from './local-file.js';

/**
 * An image file for any call. A plain path does the same in Node, Deno and Bun; this form never takes the path for
 * Base64, and bundlers see the dependency on the file system.
 */
export const fileImage = (path: string | URL): ImageReader => ({
  readImage: (limits) => readLocalFile(path, limits, fs),
});

export type { ImageReader } from './image-source.js';
