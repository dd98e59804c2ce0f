import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, resolve } from 'node:path';
import { RunError, UsageError } from '../shell.js';

/** Who holds a lock; the token, a UUID, tells apart two processes that had the same number. */
interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly space: string;
}

/**
 * Runs a task that reads a gallery file and replaces it. Two at once would undo each other's changes: a person whom one
 * removes would come back when the other saves. A lock file beside the gallery therefore lets only one in. It is ignored
 * once its process is gone, so that a crash blocks nobody.
 */
export async function withGalleryLock<Result>(
  file: string,
  cwd: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const path = `${resolve(cwd, file)}.lock`;
  const record = JSON.stringify({ token: randomUUID(), pid: process.pid, space: processSpace() });
  acquire(path, record, file);
  const release = (): void => {
    if (readIfThere(path) === record) rmSync(path, { force: true });
  };
  // A second Ctrl-C ends the process at once, without the end of the task.
  process.once('exit', release);
  try {
    return await task();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** How often a lock that disappears meanwhile is tried again; more often means that many commands contend for it. */
const ATTEMPTS = 5;

function acquire(path: string, record: string, file: string): void {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (create(path, record)) return;
    const found = readIfThere(path);
    if (found === undefined) continue;
    const owner = parse(found);
    if (owner === undefined || !isGone(owner)) throw inUse(file, path, owner);
    removeStale(path, found, owner, record, file);
  }
  throw inUse(file, path, undefined);
}

/** False if the file is already there. */
function create(path: string, record: string): boolean {
  try {
    writeFileSync(path, record, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    if (hasCode(error, 'ENOENT')) {
      throw new UsageError(`There is no folder ${dirname(path)}; create it first.`, { cause: error });
    }
    throw error;
  }
}

/**
 * Removes a lock whose process is gone. Only one command at a time may remove a certain stale lock, and only while it is
 * still there: the lock that another command has taken instead is never touched. Removing it needs a lock of its own.
 */
function removeStale(path: string, stale: string, { token }: Owner, record: string, file: string): void {
  const removalLock = `${path}.${token}`;
  acquire(removalLock, record, file);
  try {
    if (readIfThere(path) === stale) rmSync(path, { force: true });
  } finally {
    rmSync(removalLock, { force: true });
  }
}

/** True only if the process certainly no longer runs. */
function isGone({ pid, space }: Owner): boolean {
  if (space !== processSpace()) return false;
  // A command locks each gallery once, so this number belonged to an earlier process.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/** Process numbers mean something only on one machine and, on Linux, in one process namespace (a container has its own). */
function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** It becomes part of a file name. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function parse(record: string): Owner | undefined {
  try {
    const value = JSON.parse(record) as Partial<Owner> | null;
    const isOwner =
      Number.isSafeInteger(value?.pid) && typeof value?.space === 'string' && UUID.test(value.token ?? '');
    return isOwner ? (value as Owner) : undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function inUse(file: string, path: string, owner: Owner | undefined): RunError {
  const who = owner === undefined ? '' : `, pid ${owner.pid}`;
  const where =
    owner === undefined || owner.space === processSpace() ? '' : ` on ${owner.space.split(' ')[0]}`;
  return new RunError(
    `${file} is in use by another facet command${who}${where}; nothing was changed. Repeat this one when the other has ended. If it no longer runs, delete ${path}.`,
  );
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
