import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LockTimeout, newOwnerRecord, withLockFile } from './lock-file.js';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-lock-'));
  path = join(folder, 'x.lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const PATIENT = { deadlineMs: 20_000 };

it('runs tasks one at a time and leaves nothing behind', async () => {
  let running = 0;
  const task = async (): Promise<number> => {
    running++;
    expect(running).toBe(1);
    await sleep(20);
    return running--;
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => withLockFile(path, PATIENT, task)));
  expect(await readdir(folder)).toEqual([]);
});

it('is released when the task fails', async () => {
  await expect(withLockFile(path, PATIENT, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLockFile(path, PATIENT, () => Promise.resolve('next'))).toBe('next');
});

async function leaveLock(record: string): Promise<void> {
  await withLockFile(path, PATIENT, () => Promise.resolve());
  await writeFile(path, record);
}

it('is taken over at once from a dead process', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const record = JSON.parse(newOwnerRecord()) as object;
  await leaveLock(JSON.stringify({ ...record, pid }));
  // No heartbeat can be missed in this time, so only the death of the owner can free the lock.
  const options = { deadlineMs: 5_000, staleAfterMs: 60_000 };
  expect(await withLockFile(path, options, () => Promise.resolve('mine'))).toBe('mine');
});

it.each([
  ['an owner on another machine', JSON.stringify({ token: 't', pid: 1, space: 'elsewhere' })],
  ['an owner that died before it wrote its name', ''],
  ['an owner whose process id now belongs to another', newOwnerRecord()],
])('is taken over when the heartbeat stops: %s', async (_, record) => {
  await leaveLock(record);
  const options = { deadlineMs: 20_000, staleAfterMs: 300 };
  expect(await withLockFile(path, options, () => Promise.resolve('mine'))).toBe('mine');
});

it('is kept by a heartbeat', async () => {
  const order: string[] = [];
  const slow = withLockFile(path, PATIENT, async () => {
    await sleep(5_000);
    order.push('slow');
  });
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).not.toBe('');
  await withLockFile(path, { deadlineMs: 30_000, staleAfterMs: 4_000 }, () =>
    Promise.resolve(order.push('waited')),
  );
  await slow;
  expect(order).toEqual(['slow', 'waited']);
});

it('is not waited for past the deadline', async () => {
  await leaveLock(newOwnerRecord());
  let waits = 0;
  const options = { deadlineMs: 300, onWait: () => waits++ };
  await expect(withLockFile(path, options, () => Promise.resolve())).rejects.toThrow(LockTimeout);
  expect(waits).toBeGreaterThan(0);
});
