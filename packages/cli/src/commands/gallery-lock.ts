import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LockTimeout, withLockFile } from '@facet/engine/lock-file';
import { RunError, UsageError } from '../shell.js';

/** A lock of another machine counts however old it is: its process may only be slow. */
const OPTIONS = { deadlineMs: 0, staleAfterMs: Infinity };

/**
 * Runs a task that reads a gallery file and replaces it. Two at once would undo each other's changes: a person whom one
 * removes would come back when the other saves. A lock file beside the gallery therefore lets only one in.
 */
export async function withGalleryLock<Result>(
  file: string,
  cwd: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const path = `${resolve(cwd, file)}.lock`;
  if (!existsSync(dirname(path)))
    throw new UsageError(`There is no folder ${dirname(path)}; create it first.`);
  try {
    return await withLockFile(path, OPTIONS, task);
  } catch (error) {
    if (!(error instanceof LockTimeout)) throw error;
    throw new RunError(
      `${file} is in use by another facet command${error.owner}; nothing was changed. Repeat this one when the other has ended. If it no longer runs, delete ${path}.`,
    );
  }
}
