import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No fetch takes that long: every wait in it has a deadline. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * A fresh folder for work in progress. The caller holds the lock of `name`,
 * so older folders of that name are leftovers of processes that died.
 */
export async function freshWorkDir(tmpDir: string, name: string): Promise<string> {
  await mkdir(tmpDir, { recursive: true });
  for (const entry of await readdir(tmpDir)) {
    const path = join(tmpDir, entry);
    if (entry.startsWith(`${name}~`) || (await ageMs(path)) > ABANDONED_AFTER_MS) await removeWorkDir(path);
  }
  return mkdtemp(join(tmpDir, `${name}~`));
}

/** Never fails: what cannot be removed now is removed by a later run. */
export async function removeWorkDir(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

async function ageMs(path: string): Promise<number> {
  return stat(path).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
}
