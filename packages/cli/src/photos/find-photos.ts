import { stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { UsageError } from '../cli-errors.js';
import type { Photo } from './photo.js';
import { extensionsOf } from './accepted-formats.js';
import { walk, type WalkOptions } from './walk.js';

const STDIN = '-';
const DEFAULT: WalkOptions = { extensions: extensionsOf(['jpeg', 'png']), onSkipped: () => undefined };

/**
 * The photos that the arguments name, each once, in the order of the arguments and by name within a folder.
 * A file is taken whatever it is called, a folder gives its photos of the accepted formats at any depth, anything else is a pattern.
 * A plain name that does not exist stays in the list: it fails as a photo, not as the run.
 */
export async function findPhotos(
  args: readonly string[],
  cwd: string,
  folders: WalkOptions = DEFAULT,
): Promise<Photo[]> {
  const found = new Map<string, Photo>();
  for (const arg of args) {
    for (const photo of await photosOf(arg, cwd, folders)) {
      const key = photo.path === null ? STDIN : resolve(cwd, photo.path);
      if (!found.has(key)) found.set(key, photo);
    }
  }
  if (found.size === 0) {
    throw new UsageError(
      `No photos in ${args.map((arg) => JSON.stringify(arg)).join(', ')}; name photos, folders that hold some, or patterns in quotes.`,
    );
  }
  return [...found.values()];
}

async function photosOf(arg: string, cwd: string, folders: WalkOptions): Promise<Photo[]> {
  if (arg === STDIN) return [{ name: STDIN, path: null, below: 'stdin.jpg' }];
  const facts = await stat(resolve(cwd, arg)).catch(() => null);
  if (facts?.isDirectory() === true) return photosBelow(arg, cwd, folders);
  if (facts === null && isDynamicPattern(arg)) return photosMatching(arg, cwd);
  return [{ name: arg, path: resolve(cwd, arg), below: basename(arg) }];
}

async function photosBelow(folder: string, cwd: string, folders: WalkOptions): Promise<Photo[]> {
  const root = resolve(cwd, folder);
  const photos: Photo[] = [];
  for await (const path of walk(root, folders)) {
    const below = relative(root, path);
    photos.push({ name: join(folder, below), path, below });
  }
  return photos.sort((a, b) => byName(a.below, b.below));
}

async function photosMatching(pattern: string, cwd: string): Promise<Photo[]> {
  const files = await glob(pattern, { cwd, absolute: true, expandDirectories: false });
  const isBelow = !pattern.startsWith(escapePath('/')) && !pattern.startsWith('..');
  return files.sort(byName).map((file) => ({
    name: isBelow ? relative(cwd, file) : file,
    path: file,
    below: isBelow ? relative(cwd, file) : basename(file),
  }));
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
