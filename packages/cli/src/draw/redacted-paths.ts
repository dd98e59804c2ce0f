import { extname, resolve } from 'node:path';
import type { Photo } from '../photos/photo.js';
import type { Redacted } from '../source/face-source.js';
import { PhotoError } from '../source/photo-error.js';
import { drawnPaths } from './drawn-paths.js';

const ENDINGS = { jpeg: ['.jpg', '.jpeg'], png: ['.png'] } as const;

type Format = Redacted['format'];

/**
 * Where each redacted picture goes. Its format is known only when it has been made: a named file must have its ending, in
 * a folder the ending is added where it differs.
 */
export async function redactedPaths(
  out: string,
  photos: readonly Photo[],
  cwd: string,
): Promise<(photo: Photo, format: Format) => string> {
  const pathOf = await drawnPaths(out, photos, cwd, {
    option: '--out',
    endings: Object.values(ENDINGS).flat(),
  });
  const taken = new Map<string, string>();
  for (const photo of photos) {
    if (photo.path !== null) taken.set(resolve(cwd, photo.path), `the photo ${photo.name}`);
    taken.set(pathOf(photo), `the picture of ${photo.name}`);
  }
  const named = resolve(cwd, out);
  return (photo, format) => {
    const path = pathOf(photo);
    const [ending] = ENDINGS[format];
    if (ENDINGS[format].some((known) => known === extname(path).toLowerCase())) return path;
    if (path === named)
      throw new PhotoError(
        'file',
        `The picture is a ${format.toUpperCase()}; end the name of the file in ${ending}.`,
      );
    const other = taken.get(`${path}${ending}`);
    if (other !== undefined)
      throw new PhotoError(
        'file',
        `Its picture would overwrite ${other}; name another folder for one of them.`,
      );
    return `${path}${ending}`;
  };
}
