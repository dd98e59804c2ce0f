import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunError, UsageError } from '../shell.js';
import { withGalleryLock } from './gallery-lock.js';

const GALLERY = 'people.facet';
const LOCK = 'people.facet.lock';
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-gallery-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const locked = <Result>(task: () => Promise<Result>): Promise<Result> =>
  withGalleryLock(GALLERY, folder, task);
const work = (): Promise<string> => Promise.resolve('done');

/** Leaves the lock that a process of this number would hold. */
async function leaveLock(facts: { pid: number; space?: string; started?: number }): Promise<string> {
  const own = await locked(() => readFile(join(folder, LOCK), 'utf8'));
  const record = JSON.stringify({ ...(JSON.parse(own) as object), ...facts });
  await writeFile(join(folder, LOCK), record);
  return record;
}

it('is there during the task and gone afterwards, also if the task fails', async () => {
  const listeners = process.listenerCount('exit');
  expect(await locked(() => readdir(folder))).toEqual([LOCK]);
  await expect(locked(() => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
    'the disk is full',
  );
  expect(await readdir(folder)).toEqual([]);
  expect(process.listenerCount('exit')).toBe(listeners);
});

it('rejects a second command while the first one runs, and leaves its lock alone', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    const record = await leaveLock({ pid: other.pid ?? 0 });
    const rejected = locked(work);
    await expect(rejected).rejects.toThrow(RunError);
    await expect(rejected).rejects.toThrow(
      `${GALLERY} is in use by another facet command, pid ${other.pid}; nothing was changed.`,
    );
    expect(await readFile(join(folder, LOCK), 'utf8')).toBe(record);
  } finally {
    other.kill('SIGKILL');
  }
});

describe('a lock that was left behind', () => {
  it('is ignored if its process is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    await leaveLock({ pid });
    expect(await locked(work)).toBe('done');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is ignored if this process now has its number, as in containers', async () => {
    await leaveLock({ pid: process.pid, started: 0 });
    expect(await locked(work)).toBe('done');
  });

  it('counts if its process may run on another machine, and the message says how to go on', async () => {
    await leaveLock({ pid: process.pid, space: 'elsewhere pid:[1]' });
    await expect(locked(work)).rejects.toThrow(
      `pid ${process.pid} on elsewhere; nothing was changed. Repeat this one when the other has ended. If it no longer runs, delete ${join(folder, LOCK)}.`,
    );
  });

  it.each(['', 'not JSON', 'null', '{"pid":"1"}'])(
    'counts if it does not say whose it is: %j',
    async (text) => {
      await writeFile(join(folder, LOCK), text);
      await expect(locked(work)).rejects.toThrow('is in use by another facet command; nothing was changed.');
    },
  );
});

it('says that there is no such folder', async () => {
  const rejected = withGalleryLock('none/people.facet', folder, work);
  await expect(rejected).rejects.toThrow(UsageError);
  await expect(rejected).rejects.toThrow(`There is no folder ${join(folder, 'none')}`);
});
