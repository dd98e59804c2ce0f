import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withGalleryLock } from './gallery-lock.js';

const GALLERY = 'people.facet';
const LOCK = `${GALLERY}.lock`;
/** As built: a process of its own cannot read TypeScript. */
const PROGRAM = fileURLToPath(
  new URL('../../dist/commands/locking-process.test.fixture.js', import.meta.url),
);
const DEADLINE_MS = 60_000;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-gallery-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Locking {
  readonly lines: readonly string[];
  /** Until one of these lines was printed; the line that was. */
  readonly said: (...starts: string[]) => Promise<string>;
  /** Lets it go on after a pause. */
  readonly goOn: (step: string) => Promise<void>;
  /** Lets it leave the lock, and waits for its end. */
  readonly leave: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

function startLocking(...pauses: string[]): Locking {
  const child = spawn(process.execPath, [PROGRAM, GALLERY, folder, ...pauses], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  const closed = once(child, 'close');
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  return {
    lines,
    said: async (...starts) => {
      const deadline = performance.now() + DEADLINE_MS;
      for (;;) {
        const line = lines.find((each) => starts.some((start) => each.startsWith(start)));
        if (line !== undefined) return line;
        if (performance.now() > deadline) throw new Error(`It only said: ${lines.join(', ')}`);
        await sleep(5);
      }
    },
    goOn: (step) => writeFile(join(folder, `${child.pid}-${step}`), ''),
    leave: async () => {
      child.stdin.end();
      await closed;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** A lock whose process is gone. */
async function leaveStaleLock(): Promise<void> {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const own = await withGalleryLock(GALLERY, folder, () => readFile(join(folder, LOCK), 'utf8'));
  await writeFile(join(folder, LOCK), JSON.stringify({ ...(JSON.parse(own) as object), pid }));
}

const lockFiles = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith(LOCK));

it('lets no third process in while a second one takes a stale lock over after the first', async () => {
  await leaveStaleLock();
  const late = startLocking('read', 'renamed');
  await late.said('read');
  const holder = startLocking();
  await holder.said('entered');
  await late.goOn('read');
  await late.said('renamed', 'rejected', 'entered');
  const third = startLocking();
  expect(await third.said('rejected', 'entered')).toMatch(/^rejected: people\.facet is in use/);
  expect(late.lines.at(-1)).toMatch(/^rejected: people\.facet is in use/);
  await holder.leave();
  expect(await lockFiles()).toEqual([]);
});

it('lets one process at a time remove a stale lock, and survives its end', async () => {
  await leaveStaleLock();
  const removing = startLocking('removing');
  await removing.said('removing');
  for (const other of [startLocking(), startLocking()])
    expect(await other.said('rejected', 'entered')).toMatch(/^rejected: people\.facet is in use/);
  await removing.kill();
  const next = startLocking();
  expect(await next.said('rejected', 'entered')).toBe('entered');
  await next.leave();
  expect(await lockFiles()).toEqual([]);
});

it('lets one of many processes in that find a stale lock at once', async () => {
  await leaveStaleLock();
  const all = Array.from({ length: 6 }, () => startLocking());
  const said = await Promise.all(all.map((each) => each.said('rejected', 'entered')));
  expect(said.filter((line) => line === 'entered')).toHaveLength(1);
});
