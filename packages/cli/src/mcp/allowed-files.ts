import { realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isWithin } from '../photos/photo.js';
import { UsageError } from '../shell.js';

/** A file that may not be read or written, or is not there. The message is for the assistant. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
}

export type PictureFormat = 'jpeg' | 'png';
const ENDINGS: Readonly<Record<PictureFormat, readonly string[]>> = {
  jpeg: ['.jpg', '.jpeg'],
  png: ['.png'],
};

/** The files that an assistant may name: those in the folders that the user has named, and no others. */
export interface AllowedFiles {
  /** The real path of a file. Throws `FileRejected`. */
  find(path: string): Promise<string>;
  /**
   * Writes a new picture, never over another file, and returns its real path. Its name must end as its format does, so that
   * nothing takes it for a program or for settings. Throws `FileRejected`.
   */
  write(path: string, picture: Uint8Array, format: PictureFormat): Promise<string>;
}

export async function allowFolders(folders: readonly string[], cwd: string): Promise<AllowedFiles> {
  const roots = await Promise.all(folders.map((folder) => folderAt(resolve(cwd, folder), folder)));
  return {
    find: async (path) => {
      // Also where a link leads: one that leads out of the folders is rejected.
      for (const base of isAbsolute(path) ? [''] : roots) {
        const real = await realpath(resolve(base, path)).catch(() => null);
        if (real !== null && roots.some((root) => isWithin(root, real)) && (await isFile(real))) return real;
      }
      // The same words whether it is missing or elsewhere: nothing is revealed about other folders.
      throw new FileRejected(`There is no file ${JSON.stringify(path)} in the folders that may be read.`);
    },
    write: async (path, picture, format) => {
      requirePictureName(path, format);
      for (const base of isAbsolute(path) ? [''] : roots) {
        const wanted = resolve(base, path);
        const folder = await realpath(dirname(wanted)).catch(() => null);
        if (folder === null) continue;
        const real = join(folder, basename(wanted));
        if (!roots.some((root) => isWithin(root, real) && !isHidden(relative(root, real)))) continue;
        // Fails for a link too, wherever it leads.
        const isWritten = await writeFile(real, picture, { flag: 'wx' }).then(
          () => true,
          () => false,
        );
        if (isWritten) return real;
      }
      throw new FileRejected(
        `${JSON.stringify(path)} cannot be written: name a new file in a folder that exists and that the user has named.`,
      );
    },
  };
}

function requirePictureName(path: string, format: PictureFormat): void {
  const name = basename(path);
  const isPlain = !/[\p{Cc}\p{Cf}:*?"<>|]/u.test(name) && !RESERVED.test(name);
  if (isPlain && ENDINGS[format].includes(extname(name).toLowerCase())) return;
  throw new FileRejected(
    `${JSON.stringify(path)} cannot be written: the picture is a ${format.toUpperCase()}; name a file that ends in ${ENDINGS[format].join(' or ')}.`,
  );
}

/** Devices of Windows, in any folder and with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** What begins with a dot belongs to a program, as in `.git`. */
const isHidden = (way: string): boolean => way.split(sep).some((part) => part.startsWith('.'));

async function folderAt(path: string, named: string): Promise<string> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory() !== true) throw new UsageError(`There is no folder ${named}.`);
  return realpath(path);
}

const isFile = async (path: string): Promise<boolean> => (await stat(path)).isFile();
