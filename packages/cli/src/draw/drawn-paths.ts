import { stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Photo } from '../photos/photo.js';
import { UsageError } from '../shell.js';

/** What sharp may write; see draw-photo.ts. */
const PICTURES = ['.jpg', '.jpeg', '.png', '.webp', '.avif'];
/** Further endings of pictures: a typing error rather than a folder. */
const OTHER_PICTURE = /\.(?:gif|tiff?|bmp|hei[cf]|svg|pdf|jp2|jxl)$/i;

interface DrawnAs {
  readonly option: string;
  /** Of the files that can be written. */
  readonly endings: readonly string[];
}

/** Where the picture of each photo goes: the one file that was named, or the same place below the folder that was. */
export async function drawnPaths(
  draw: string,
  photos: readonly Photo[],
  cwd: string,
  { option, endings }: DrawnAs = { option: '--draw', endings: PICTURES },
): Promise<(photo: Photo) => string> {
  const target = resolve(cwd, draw);
  const ending = extname(draw).toLowerCase();
  const isFile = endings.includes(ending);
  const isOther = !isFile && (PICTURES.includes(ending) || OTHER_PICTURE.test(draw));
  const named = listed(endings.filter((each) => each !== '.jpeg'));
  if (isFile && photos.length > 1) {
    throw new UsageError(
      `${option} ${draw} is one file, but there are ${photos.length} photos; name a folder.`,
    );
  }
  const facts = await stat(target).catch(() => null);
  if (isOther && facts?.isDirectory() !== true) {
    throw new UsageError(
      `${option} ${draw} is in a format that cannot be written; name a file that ends in ${named}, or a folder.`,
    );
  }
  if (!isFile && facts?.isFile() === true) {
    throw new UsageError(`${option} ${draw} is a file; name a folder, or a file that ends in ${named}.`);
  }
  const out = isFile ? () => target : ({ below }: Photo) => join(target, below);
  requireOwnPlaces(`${option} ${draw}`, photos, cwd, out);
  return out;
}

/** As in a sentence: ".jpg, .png or .webp". */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** A picture must take the place neither of a photo nor of another picture. */
function requireOwnPlaces(
  named: string,
  photos: readonly Photo[],
  cwd: string,
  out: (photo: Photo) => string,
): void {
  const read = new Map(photos.map((photo) => [photo.path && resolve(cwd, photo.path), photo]));
  const drawn = new Map<string, Photo>();
  for (const photo of photos) {
    const path = out(photo);
    const overwritten = read.get(path);
    if (overwritten !== undefined) {
      throw new UsageError(`${named} would overwrite the photo ${overwritten.name}; name another place.`);
    }
    const other = drawn.get(path);
    if (other !== undefined) {
      throw new UsageError(
        `${named} would write the pictures of ${other.name} and ${photo.name} to the same file, ${join(named.replace(/^\S+ /, ''), photo.below)}; name one folder that holds both photos, or draw them in two runs.`,
      );
    }
    drawn.set(path, photo);
  }
}
