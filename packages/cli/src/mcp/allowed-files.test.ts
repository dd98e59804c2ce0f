import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../shell.js';
import { allowFolders, FileRejected } from './allowed-files.js';

let place: string;
beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'facet-mcp-')));
  for (const folder of ['photos/below', 'photos-2', 'private'])
    await mkdir(join(place, folder), { recursive: true });
  for (const file of ['photos/a.jpg', 'photos/below/b.jpg', 'photos-2/c.jpg', 'private/secret.jpg'])
    await writeFile(join(place, file), 'x');
  await symlink(join(place, 'private', 'secret.jpg'), join(place, 'photos', 'link.jpg'));
  await symlink(join(place, 'private'), join(place, 'photos', 'folder'));
  await symlink(join(place, 'photos', 'a.jpg'), join(place, 'photos', 'same.jpg'));
});
afterAll(() => rm(place, { recursive: true }));

it('finds files in the named folders, by absolute and relative paths and by links within', async () => {
  const files = await allowFolders(['photos', join(place, 'photos-2')], place);
  expect(await files.find('a.jpg')).toBe(join(place, 'photos/a.jpg'));
  expect(await files.find('below/../below/b.jpg')).toBe(join(place, 'photos/below/b.jpg'));
  expect(await files.find(join(place, 'photos-2/c.jpg'))).toBe(join(place, 'photos-2/c.jpg'));
  expect(await files.find('c.jpg')).toBe(join(place, 'photos-2/c.jpg'));
  expect(await files.find('same.jpg')).toBe(join(place, 'photos/a.jpg'));
});

it('rejects all others with the same words, whether they exist or not', async () => {
  const files = await allowFolders(['photos'], place);
  for (const path of [
    '../private/secret.jpg',
    '../private/missing.jpg',
    join(place, 'private/secret.jpg'),
    join(place, 'photos-2/c.jpg'),
    'link.jpg',
    'folder/secret.jpg',
    'below',
    '.',
    '',
    '/etc/passwd',
    'a.jpg\0',
  ]) {
    const error = await files.find(path).catch((cause: unknown) => cause);
    expect(error, path).toBeInstanceOf(FileRejected);
    expect((error as Error).message).toBe(
      `There is no file ${JSON.stringify(path)} in the folders that may be read.`,
    );
  }
});

it('writes pictures under new names that end as pictures do, in the folders and nowhere else', async () => {
  const files = await allowFolders(['photos'], place);
  await mkdir(join(place, 'photos/.git'));
  await symlink(join(place, 'private/new.jpg'), join(place, 'photos/new-link.jpg'));
  const picture = Buffer.from('picture');
  expect(await files.write('below/new.JPG', picture, 'jpeg')).toBe(join(place, 'photos/below/new.JPG'));
  expect(await files.write(join(place, 'photos/new.png'), picture, 'png')).toBe(
    join(place, 'photos/new.png'),
  );
  const before = await Promise.all(
    ['photos', 'private', 'photos/.git'].map((name) => readdir(join(place, name))),
  );
  for (const path of [
    'a.jpg',
    'link.jpg',
    'new-link.jpg',
    'folder/new.jpg',
    '../private/new.jpg',
    '../photos-2/new.jpg',
    join(place, 'new.jpg'),
    '/tmp/facet-mcp-new.jpg',
    'none/new.jpg',
    'run.sh',
    '.bashrc',
    '.jpg',
    '.hidden.jpg',
    '.git/hook.jpg',
    'new',
    'new.png',
    'new.jpg.exe',
    'new.jpg\0.sh',
    'new.sh\n.jpg',
    'stream:new.jpg',
    'con.jpg',
    'NUL.jpg',
    'new.jpg ',
    'new.jpg.',
    '',
    '.',
  ])
    await expect(files.write(path, picture, 'jpeg'), path).rejects.toThrow(FileRejected);
  const after = await Promise.all(
    ['photos', 'private', 'photos/.git'].map((name) => readdir(join(place, name))),
  );
  expect(after).toEqual(before);
  expect(await readFile(join(place, 'photos/a.jpg'), 'utf8')).toBe('x');
});

it('needs folders that exist', async () => {
  await expect(allowFolders(['missing'], place)).rejects.toThrow(UsageError);
  await expect(allowFolders(['photos/a.jpg'], place)).rejects.toThrow(UsageError);
});
