import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 150;

/** Reports the size of the largest file below a folder again and again while the task runs. */
export async function watchGrowth<T>(
  folder: string,
  report: (bytes: number) => void,
  task: Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const watching = poll(folder, report, stop.signal);
  try {
    return await task;
  } finally {
    stop.abort();
    await watching;
  }
}

async function poll(folder: string, report: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    report(await largestFile(folder));
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Files come and go under our eyes, so whatever vanished counts as nothing. */
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
