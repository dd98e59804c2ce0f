import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isMissing, type CacheLayout } from './cache-files.js';

const POLL_MS = 100;
const HEARTBEAT_MS = 2_000;
/** Far longer than a heartbeat, since a busy owner may block its event loop for seconds. */
const STALE_AFTER_MS = 30_000;
/** How often a lock that disappears meanwhile is tried again at once. */
const ATTEMPTS = 5;

interface LockOptions {
  /** How long to wait for another process. */
  readonly deadlineMs: number;
  /** A lock whose heartbeat stops for this long is taken over. That of a process that is certainly gone is taken at once. */
  readonly staleAfterMs?: number | undefined;
  readonly onWait?: (() => void) | undefined;
}

/** Another process still holds the lock at the deadline. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';

  constructor(
    readonly path: string,
    /** As in `, pid 12 on host`; empty if unknown. */
    readonly owner: string,
  ) {
    super(`another process${owner} has held ${path} for too long`);
  }
}

/**
 * Runs the task while no other process works on this part of the cache. It only saves work: what keeps the cache
 * consistent are atomic renames.
 */
export async function withCacheLock<T>(
  { locks }: CacheLayout,
  name: string,
  options: LockOptions,
  task: () => Promise<T>,
): Promise<T> {
  await mkdir(locks, { recursive: true });
  return withLockFile(join(locks, `${name}.lock`), options, task);
}

/**
 * Runs the task while holding a lock file, so that processes do not undo or repeat each other's work. A lock that was
 * left behind blocks nobody: its record shows whether the owner is gone. `proper-lockfile` has no such record, and waits
 * until the lock is stale.
 */
export async function withLockFile<T>(
  path: string,
  options: LockOptions,
  task: () => Promise<T>,
): Promise<T> {
  const record = newOwnerRecord();
  await acquire(path, record, options);
  const isOurs = (): boolean => readIfThere(path) === record;
  const heartbeat = setInterval(() => {
    const now = new Date();
    if (isOurs()) utimesSync(path, now, now);
  }, HEARTBEAT_MS).unref();
  const release = (): void => {
    if (isOurs()) rmSync(path, { force: true });
  };
  // A second Ctrl-C ends the process at once, without the end of the task.
  process.once('exit', release);
  try {
    return await task();
  } finally {
    process.off('exit', release);
    clearInterval(heartbeat);
    release();
  }
}

type IsStale = (path: string, record: string) => boolean;

async function acquire(
  path: string,
  record: string,
  { deadlineMs, staleAfterMs = STALE_AFTER_MS, onWait }: LockOptions,
): Promise<void> {
  const giveUpAt = performance.now() + deadlineMs;
  const seen = new Map<string, { readonly state: string; readonly since: number }>();
  const isStale: IsStale = (lock, found) => {
    if (isGone(parse(found))) return true;
    // Heartbeats are timed by our own clock: that of another machine may differ.
    const now = performance.now();
    const state = `${found} ${statSync(lock, { throwIfNoEntry: false })?.mtimeMs}`;
    const before = seen.get(lock);
    if (before?.state === state) return now - before.since >= staleAfterMs;
    seen.set(lock, { state, since: now });
    return false;
  };
  for (;;) {
    const holder = take(path, record, isStale);
    if (holder === undefined) return;
    if (performance.now() >= giveUpAt) throw new LockTimeout(path, described(parse(holder)));
    onWait?.();
    await sleep(POLL_MS);
  }
}

/** Takes the lock if it is free or stale; else returns the record of its owner. */
function take(path: string, record: string, isStale: IsStale): string | undefined {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (create(path, record)) return undefined;
    const found = readIfThere(path);
    if (found === undefined) continue;
    if (!isStale(path, found)) return found;
    // Only one process at a time may remove a certain stale lock, and only while it is still there: the lock that
    // another process has taken instead is never touched.
    const removalLock = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 32)}`;
    if (take(removalLock, record, isStale) !== undefined) return found;
    try {
      if (readIfThere(path) === found) rmSync(path, { force: true });
    } finally {
      rmSync(removalLock, { force: true });
    }
  }
  return '';
}

/** False if the file is already there. */
function create(path: string, record: string): boolean {
  try {
    writeFileSync(path, record, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

interface Owner {
  readonly pid: number;
  readonly space: string;
  /** When the process started: another one may have the same number. */
  readonly started: number;
}

/** The text of a lock file; unique for each time a lock is taken. */
export const newOwnerRecord = (): string =>
  JSON.stringify({
    token: randomUUID(),
    pid: process.pid,
    space: processSpace(),
    started: performance.timeOrigin,
  });

function parse(record: string): Owner | undefined {
  try {
    const owner = JSON.parse(record) as Partial<Owner> | null;
    return Number.isSafeInteger(owner?.pid) && typeof owner?.space === 'string'
      ? (owner as Owner)
      : undefined;
  } catch {
    return undefined;
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

/** True only if the process certainly no longer runs. */
function isGone(owner: Owner | undefined): boolean {
  if (owner?.space !== processSpace()) return false;
  if (owner.pid === process.pid) return owner.started !== performance.timeOrigin;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function described(owner: Owner | undefined): string {
  if (owner === undefined) return '';
  return `, pid ${owner.pid}${owner.space === processSpace() ? '' : ` on ${owner.space.split(' ')[0]}`}`;
}
