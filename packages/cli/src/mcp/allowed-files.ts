import { realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../shell.js';

/** A file that may not be read or written, or is not there. The message is for the assistant. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
}

/** The files that an assistant may name: those in the folders that the user has named, and no others. */
export interface AllowedFiles {
  /** The real path of a file. Throws `FileRejected`. */
  find(path: string): Promise<string>;
  /** Writes a new file, never over another, and returns its real path. Throws `FileRejected`. */
  write(path: string, bytes: Uint8Array): Promise<string>;
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
    write: async (path, bytes) => {
      for (const base of isAbsolute(path) ? [''] : roots) {
        const wanted = resolve(base, path);
        const folder = await realpath(dirname(wanted)).catch(() => null);
        if (folder === null) continue;
        const real = join(folder, basename(wanted));
        if (!roots.some((root) => isWithin(root, real))) continue;
        // Fails for a link too, wherever it leads.
        const isWritten = await writeFile(real, bytes, { flag: 'wx' }).then(
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

async function folderAt(path: string, named: string): Promise<string> {
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory() !== true) throw new UsageError(`There is no folder ${named}.`);
  return realpath(path);
}

const isFile = async (path: string): Promise<boolean> => (await stat(path)).isFile();

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
