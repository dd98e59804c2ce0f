import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UsageError } from '../shell.js';
import { Journal } from './journal.js';

const TOPIC = { version: '1.0.0', results: 'faces', options: { draw: '' } };
const mark = (n: number): { photo: string; bytes: number; modified: number } => ({
  photo: `/photos/${n}.jpg`,
  bytes: 1000 + n,
  modified: 5000.25 + n,
});

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-journal-'));
  path = join(folder, 'run.journal');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function filled(count: number): Promise<void> {
  const journal = await Journal.open<{ n: number; text: string }>(path, TOPIC);
  await Promise.all(Array.from({ length: count }, (_, n) => journal.add(mark(n), { n, text: 'für ×' })));
  await journal.close();
}

it('finds what an earlier run has added, also what was added side by side', async () => {
  await filled(50);
  const journal = await Journal.open(path, TOPIC);
  expect(journal.size).toBe(50);
  expect(await journal.find(mark(0))).toEqual({ n: 0, text: 'für ×' });
  expect(await journal.find(mark(49))).toEqual({ n: 49, text: 'für ×' });
  expect(await journal.find(mark(50))).toBeUndefined();
  await journal.close();
});

it('finds what this very run has added', async () => {
  const journal = await Journal.open<number>(path, TOPIC);
  await journal.add(mark(1), 7);
  expect(await journal.find(mark(1))).toBe(7);
  await journal.close();
});

it('does not take a changed file for the one that it knows', async () => {
  await filled(1);
  const journal = await Journal.open(path, TOPIC);
  expect(await journal.find({ ...mark(0), bytes: 1 })).toBeUndefined();
  expect(await journal.find({ ...mark(0), modified: 1 })).toBeUndefined();
  await journal.close();
});

it('cuts off a line that was being written when the process died, and goes on after the last complete one', async () => {
  await filled(3);
  const complete = await readFile(path);
  await appendFile(path, '{"photo":"/photos/3.jpg","bytes":10');
  const journal = await Journal.open<number>(path, TOPIC);
  expect(journal.size).toBe(3);
  expect((await stat(path)).size).toBe(complete.length);
  await journal.add(mark(9), 9);
  await journal.close();
  const again = await Journal.open<number>(path, TOPIC);
  expect(await again.find(mark(9))).toBe(9);
  expect(again.size).toBe(4);
  await again.close();
});

it('rejects a journal of other results, and says what it is of', async () => {
  await filled(1);
  const other = Journal.open(path, { ...TOPIC, results: 'vectors' });
  await expect(other).rejects.toThrow(UsageError);
  await expect(other).rejects.toThrow('"results":"faces"');
});

it.each(['no journal\nat all\n', 'no line', '{"a":1}\n'])(
  'rejects %j and leaves it as it is',
  async (content) => {
    await writeFile(path, content);
    await expect(Journal.open(path, TOPIC)).rejects.toThrow('is not a journal of Facet');
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);

it('is for nobody else to read: it may hold face vectors', async () => {
  await filled(1);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});
