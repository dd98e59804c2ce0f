import { opendir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Endings of photos in formats that may not be accepted; a folder of them must not look empty. */
const OTHER_FORMATS = new Set(
  'jpg jpeg png webp avif gif heic heif tif tiff bmp jxl jp2 dng cr2 cr3 nef arw raf orf rw2'.split(' '),
);

export interface WalkOptions {
  /** Endings of the files to give, in lower case and without the dot. */
  readonly extensions: ReadonlySet<string>;
  /** Called with the file name extension of each photo that is left out because of its format. */
  readonly onSkipped: (extension: string) => void;
}

/**
 * The photos at any depth below a folder. A link to a file is a photo like any other; a link to a folder is not
 * followed, because it may lead back. What begins with a dot is hidden on purpose.
 */
export async function* walk(folder: string, options: WalkOptions): AsyncGenerator<string, void, undefined> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    const extension = extname(entry.name).slice(1).toLowerCase();
    if (entry.isDirectory()) yield* walk(path, options);
    else if (options.extensions.has(extension)) {
      if (entry.isFile() || (await isLinkToFile(path))) yield path;
    } else if (OTHER_FORMATS.has(extension)) options.onSkipped(extension);
  }
}

const isLinkToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isFile(),
    // A link to nothing stays in the list, and fails as a photo.
    () => true,
  );
