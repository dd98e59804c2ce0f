import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../shell.js';
import { findPhotos, patternOf } from './find-photos.js';
import { readPhoto } from './photo.js';

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

it('sends a server no photo to which a link leads out of the named folder', async () => {
  await mkdir(join(cwd, 'private'), { recursive: true });
  await mkdir(join(cwd, 'sent/below'), { recursive: true });
  await writeFile(join(cwd, 'private/secret.jpg'), 'secret');
  await writeFile(join(cwd, 'sent/own.jpg'), 'own');
  await symlink(join(cwd, 'private/secret.jpg'), join(cwd, 'sent/file.jpg'));
  await symlink('../../private/secret.jpg', join(cwd, 'sent/below/relative.jpg'));
  await symlink(join(cwd, 'private'), join(cwd, 'sent/folder'));
  await symlink(join(cwd, 'sent/own.jpg'), join(cwd, 'sent/same.jpg'));
  await symlink(join(cwd, 'sent'), join(cwd, 'sent-link'));
  const walk = { extensions: new Set(['jpg']), onSkipped: () => undefined };
  const sent = async (arg: string, staysWithin = true): Promise<string[]> => {
    const contents: string[] = [];
    for (const photo of await findPhotos([arg], cwd, { ...walk, staysWithin }))
      contents.push(
        await readPhoto(photo, process.stdin).then(
          (bytes) => Buffer.from(bytes).toString(),
          (error: unknown) => (error as Error).message.slice(0, 9),
        ),
      );
    return contents.sort();
  };
  const outside = 'It is a l';
  expect(await sent('sent')).toEqual([outside, outside, 'own', 'own']);
  expect(await sent('sent-link')).toEqual([outside, outside, 'own', 'own']);
  expect(await sent(join(cwd, 'sent/*.jpg'))).toEqual([outside, 'own', 'own']);
  expect((await sent('sent/**/*.jpg')).filter((text) => text !== outside)).toEqual(['own', 'own']);
  expect(await sent('sent/folder/*.jpg')).toEqual(['secret']);
  // What the user names is what the user wants.
  expect(await sent('sent/file.jpg')).toEqual(['secret']);
  expect(await sent('sent', false)).toEqual(['own', 'own', 'secret', 'secret']);
  // A link that is set while the photo is being read.
  const [photo] = await findPhotos(['sent'], cwd, { ...walk, staysWithin: true });
  await rm(join(cwd, 'sent'), { recursive: true });
  await symlink(join(cwd, 'private'), join(cwd, 'sent'));
  await expect(
    readPhoto({ name: 's', below: 's', ...photo, path: join(cwd, 'sent/secret.jpg') }, process.stdin),
  ).rejects.toThrow();
});

it('says what to do where there is nothing', async () => {
  await expect(findPhotos(['nowhere/*.jpg'], cwd)).rejects.toThrow(UsageError);
  await mkdir(join(cwd, 'empty'), { recursive: true });
  await expect(findPhotos(['empty'], cwd)).rejects.toThrow('No photos in "empty"');
});
