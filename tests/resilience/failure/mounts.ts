import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const DEADLINE_MS = 30_000;

/** Runs a program of the system. If it is missing or not permitted, the test fails and says why. */
async function run(program: string, ...args: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)(program, args, { timeout: DEADLINE_MS });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The tests of full and failing disks mount file systems of their own, as root on Linux; here that failed: ${why}`,
      { cause },
    );
  }
}

/** A small disk in memory. */
export const mountSmall = (folder: string, megabytes: number): Promise<void> =>
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder);

/** Only possible while no file on it is open for writing. */
export const makeReadOnly = (folder: string): Promise<void> => run('mount', '-o', 'remount,ro', folder);

export const unmount = (folder: string): Promise<void> => run('umount', '--lazy', folder);

/** Makes a real file system in a file. */
export async function makeDisk(image: string, megabytes: number): Promise<void> {
  const file = await open(image, 'w');
  await file.truncate(megabytes * 2 ** 20);
  await file.close();
  await run('mkfs.ext4', '-q', image);
}

export const mountDisk = (image: string, folder: string): Promise<void> =>
  run('mount', '-o', 'loop', image, folder);

/** What Linux itself does when a disk fails: from now on nothing can be written, even in open files. */
export async function failDisk(folder: string): Promise<void> {
  await run('sync', '--file-system', folder);
  await run('mount', '-o', 'remount,abort', folder);
}

/** Waits until nobody uses it any longer, as a repair must. */
export async function repairDisk(image: string, folder: string): Promise<void> {
  await run('umount', folder);
  // Exit code 1 means that it has repaired something, as intended.
  await run('sh', '-c', 'e2fsck -p -f "$0"; test $? -le 1', image);
}

const CHUNKS = [2 ** 20, 2 ** 12, 1] as const;

/** Fills the disk; the returned function frees the space. */
export async function fillUp(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  const file = await open(path, 'a');
  try {
    for (const size of CHUNKS) await writeUntilFull(() => file.write(Buffer.alloc(size)));
  } finally {
    await file.close();
  }
  return () => rm(path);
}

async function writeUntilFull(write: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await write();
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
}
