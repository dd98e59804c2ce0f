import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 150;

/** While the task runs, reports regularly how much of a tarball has arrived in its own npm cache. */
export async function watchArrival<T>(
  npmCache: string,
  report: (bytes: number) => void,
  task: Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const watching = poll(npmCache, report, stop.signal);
  try {
    return await task;
  } finally {
    stop.abort();
    await watching;
  }
}

async function poll(npmCache: string, report: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  let arrived = 0;
  while (!signal.aborted) {
    arrived = Math.max(arrived, await arrivedBytes(npmCache));
    report(arrived);
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * npm streams each answer into `_cacache/tmp` and moves it to `_cacache/content-v2` when complete.
 * The package's metadata comes first, so a file that has outgrown complete metadata can only be the tarball;
 * before that nothing is known.
 */
async function arrivedBytes(npmCache: string): Promise<number> {
  const complete = await largestFile(join(npmCache, '_cacache', 'content-v2'));
  const arriving = await largestFile(join(npmCache, '_cacache', 'tmp'));
  return complete > 0 && arriving > complete ? arriving : 0;
}

/** Files may vanish while they are counted; those count as empty. */
async function largestFile(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          (found) => found.size,
          () => 0,
        ),
      ),
  );
  return Math.max(0, ...sizes);
}
