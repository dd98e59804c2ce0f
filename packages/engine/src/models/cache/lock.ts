import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isMissing } from './cache-files.js';

const POLL_MS = 100;
const HEARTBEAT_MS = 2_000;
/** Far longer than a heartbeat, since a busy owner may block its event loop for seconds. */
const STALE_AFTER_MS = 30_000;

interface LockOptions {
  readonly deadlineMs: number;
  readonly staleAfterMs?: number | undefined;
  readonly onWait?: (() => void) | undefined;
}

export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/**
 * Runs the task while holding a lock file, so that processes do not repeat each other's work.
 * It only saves work: what keeps the cache consistent are atomic renames. In the rare race of a takeover two tasks may
 * run at once.
 */
export async function withLock<T>(path: string, options: LockOptions, task: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const { record, handle } = await acquire(path, options);
  const heartbeat = setInterval(() => {
    const now = new Date();
    handle.utimes(now, now).catch(() => undefined);
  }, HEARTBEAT_MS).unref();
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    await handle.close();
    if ((await readIfThere(path)) === record) await rm(path, { force: true });
  }
}

async function acquire(path: string, options: LockOptions): Promise<{ record: string; handle: FileHandle }> {
  const record = newOwnerRecord();
  const giveUpAt = performance.now() + options.deadlineMs;
  const staleAfterMs = options.staleAfterMs ?? STALE_AFTER_MS;
  let seen = '';
  let seenSince = performance.now();
  for (;;) {
    const handle = await create(path, record);
    if (handle !== undefined) return { record, handle };
    const holder = (await readIfThere(path)) ?? '';
    if (performance.now() >= giveUpAt) {
      throw new LockTimeout(`another process has held ${path} for too long: ${holder}`);
    }
    // Changes of the heartbeat are timed by our own clock: other machines' clocks may differ.
    const now = `${holder} ${await modified(path)}`;
    if (now !== seen) [seen, seenSince] = [now, performance.now()];
    if (ownerIsDead(holder) || performance.now() - seenSince >= staleAfterMs) {
      await removeStale(path, holder);
      continue;
    }
    options.onWait?.();
    await sleep(POLL_MS);
  }
}

async function create(path: string, record: string): Promise<FileHandle | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  try {
    await handle.writeFile(record);
    return handle;
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

/** Removes a stale lock; if another process has just renewed it, the new one is put back. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  if ((await readIfThere(aside)) !== stale) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function modified(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}

/** Process ids mean something only on one machine and, on Linux, in one process namespace (a container has its own). */
function processSpace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** The text of a lock file; unique for each time a lock is taken. */
export function newOwnerRecord(): string {
  return JSON.stringify({ token: randomUUID(), pid: process.pid, space: processSpace() });
}

/** True only when the owner certainly no longer runs. */
function ownerIsDead(record: string): boolean {
  const owner = parse(record);
  if (owner?.space !== processSpace()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

function parse(record: string): { readonly pid: number; readonly space: string } | undefined {
  try {
    const value: unknown = JSON.parse(record);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('space' in value))
      return undefined;
    const { pid, space } = value;
    return Number.isSafeInteger(pid) && Number(pid) > 0 && typeof space === 'string'
      ? { pid: Number(pid), space }
      : undefined;
  } catch {
    return undefined;
  }
}
