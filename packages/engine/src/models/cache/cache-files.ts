import { createHash } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { SourceFile } from '../manifest.js';

/** The folders of the cache. File names contain hashes, so that several versions can coexist. */
export interface CacheLayout {
  readonly locks: string;
  readonly tmp: string;
  readonly built: string;
  readonly weights: string;
}

export function cacheLayout(cacheDir: string): CacheLayout {
  return {
    locks: join(cacheDir, 'locks'),
    tmp: join(cacheDir, 'tmp'),
    built: join(cacheDir, 'built'),
    weights: join(cacheDir, 'weights'),
  };
}

export function cachedWeightPath(layout: CacheLayout, file: SourceFile): string {
  return join(layout.weights, `${file.sha256.slice(0, 16)}-${file.name}`);
}

/** A package or model name as one plain file name. */
export function slug(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^-/, '');
}

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

/** Since the file was last written; 0 if there is none. */
export async function ageMs(path: string): Promise<number> {
  return stat(path).then(
    (found) => Date.now() - found.mtimeMs,
    () => 0,
  );
}

/** Puts a file into the cache completely or not at all. The work folder is in the cache, so the rename is atomic. */
export async function publishFile(workDir: string, path: string, bytes: Uint8Array): Promise<void> {
  const staged = join(workDir, basename(path));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(staged, bytes, { flag: 'wx', flush: true });
  await rename(staged, path);
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The SHA-256 of a file; undefined when there is no such file. */
export async function sha256OfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  // One buffer for all of the file: a stream would leave a new one for each part, and the process would keep their memory.
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

const READ_BYTES = 1 << 18;

/** There is no file at the path; a folder does not count as one. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '');
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
