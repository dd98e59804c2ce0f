import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../shell.js';
import { findPhotos, patternOf } from './find-photos.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'facet-photos-'));
  for (const folder of ['a/b', 'a/.hidden', 'c']) await mkdir(join(cwd, folder), { recursive: true });
  for (const name of [
    'a/2.jpg',
    'a/10.JPEG',
    'a/b/x.PNG',
    'a/notes.txt',
    'a/.hidden/h.jpg',
    'c/1.webp',
    'c/[1].jpg',
  ]) {
    await writeFile(join(cwd, name), 'x');
  }
  await symlink(join(cwd, 'a', '2.jpg'), join(cwd, 'a', 'link.jpg'));
  await symlink(join(cwd, 'a'), join(cwd, 'a', 'b', 'loop'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const names = async (...args: string[]): Promise<string[]> =>
  (await findPhotos(args, cwd)).map(({ name }) => name.replaceAll('\\', '/'));

it('takes the photos of a folder at any depth, with links to files, without loops and hidden folders', async () => {
  expect(await names('a')).toEqual(['a/10.JPEG', 'a/2.jpg', 'a/b/x.PNG', 'a/link.jpg']);
});

it('takes a file whatever it is called, also one that looks like a pattern', async () => {
  expect(await names('a/notes.txt', 'c/[1].jpg')).toEqual(['a/notes.txt', 'c/[1].jpg']);
});

it('takes a pattern', async () => {
  expect(await names('c/*.webp', 'a/*.jpg')).toEqual(['c/1.webp', 'a/2.jpg', 'a/link.jpg']);
});

it('takes a pattern as Windows writes it', () => {
  expect(patternOf('C:\\photos\\*.jpg', 'win32')).toBe('C:/photos/*.jpg');
  expect(patternOf('a\\[1].jpg', 'linux')).toBe('a\\[1].jpg');
});

it('names each photo once', async () => {
  expect(await names('a/2.jpg', 'a/*.jpg', 'a', './a/2.jpg')).toEqual([
    'a/2.jpg',
    'a/link.jpg',
    'a/10.JPEG',
    'a/b/x.PNG',
  ]);
});

it('knows where a photo lies below the named folder', async () => {
  const [, , third] = await findPhotos([join(cwd, 'a')], '/');
  expect(third?.below).toBe(join('b', 'x.PNG'));
});

it('keeps a name that does not exist, and standard input', async () => {
  expect(await findPhotos(['-', 'gone.jpg'], cwd)).toEqual([
    { name: '-', path: null, below: 'stdin.jpg' },
    { name: 'gone.jpg', path: join(cwd, 'gone.jpg'), below: 'gone.jpg' },
  ]);
});

it('says what to do where there is nothing', async () => {
  await expect(findPhotos(['nowhere/*.jpg'], cwd)).rejects.toThrow(UsageError);
  await mkdir(join(cwd, 'empty'), { recursive: true });
  await expect(findPhotos(['empty'], cwd)).rejects.toThrow('No photos in "empty"');
});
