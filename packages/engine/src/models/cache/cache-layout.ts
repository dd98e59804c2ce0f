import { join } from 'node:path';
import type { SourceFile } from '../source-file.js';

/** The folders of the cache. File names contain hashes, so that several versions can coexist. */
export interface CacheLayout {
  readonly locks: string;
  readonly tmp: string;
  readonly built: string;
  readonly weights: string;
}

export function cacheLayout(cacheDir: string): CacheLayout {
  return {
    locks: join(cacheDir, 'locks'),
    tmp: join(cacheDir, 'tmp'),
    built: join(cacheDir, 'built'),
    weights: join(cacheDir, 'weights'),
  };
}

export function cachedWeightPath(layout: CacheLayout, file: SourceFile): string {
  return join(layout.weights, `${file.sha256.slice(0, 16)}-${file.name}`);
}

/** A package or model name as one plain file name. */
export function slug(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^-/, '');
}
