import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Puts a file into the cache whole or not at all. The work folder is in the cache, so the rename is atomic. */
export async function publishFile(workDir: string, path: string, bytes: Uint8Array): Promise<void> {
  const staged = join(workDir, basename(path));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(staged, bytes, { flag: 'wx', flush: true });
  await rename(staged, path);
}
