import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const PHOTO = /\.(jpe?g|png)$/i;

/**
 * The photos at any depth below a folder. A link to a file is a photo like any other; a link to a folder is not
 * followed, because it may lead back. What begins with a dot is hidden on purpose.
 */
export async function* walk(folder: string): AsyncGenerator<string, void, undefined> {
  for await (const entry of await opendir(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (PHOTO.test(entry.name) && (entry.isFile() || (await isLinkToFile(path)))) yield path;
  }
}

const isLinkToFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isFile(),
    // A link to nothing stays in the list, and fails as a photo.
    () => true,
  );
