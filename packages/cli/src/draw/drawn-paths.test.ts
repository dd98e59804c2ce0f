import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPhotos } from '../photos/find-photos.js';
import { UsageError } from '../shell.js';
import { drawnPaths } from './drawn-paths.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'facet-drawn-'));
  for (const name of ['a/x.jpg', 'a/deep/x.jpg', 'b/x.jpg', 'out/deep/x.jpg']) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), 'x');
  }
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function placesOf(...args: string[]): Promise<string[]> {
  const photos = await findPhotos(args, cwd);
  const out = await drawnPaths('drawn', photos, cwd);
  return photos.map(out);
}

it.each([
  ['photos of the same name', ['a/x.jpg', 'b/x.jpg'], ['a/x.jpg', 'b/x.jpg']],
  ['folders with photos of the same name', ['a', 'b'], ['a/x.jpg', 'b/x.jpg']],
])('rejects %s, whose pictures would be one file', async (_case, args, [first, second]) => {
  const rejected = placesOf(...args);
  await expect(rejected).rejects.toThrow(UsageError);
  await expect(rejected).rejects.toThrow(
    `--draw drawn would write the pictures of ${first} and ${second} to the same file, drawn/x.jpg; name one folder`,
  );
});

it('keeps photos of the same name apart below one folder, and in a pattern', async () => {
  expect(await placesOf('a')).toEqual([join(cwd, 'drawn/deep/x.jpg'), join(cwd, 'drawn/x.jpg')]);
  expect(await placesOf('{a,b}/x.jpg')).toEqual([join(cwd, 'drawn/a/x.jpg'), join(cwd, 'drawn/b/x.jpg')]);
});

it('rejects a path that would overwrite another photo of the run', async () => {
  const photos = await findPhotos(['a', 'out/deep/x.jpg'], cwd);
  await expect(drawnPaths('out', photos, cwd)).rejects.toThrow(
    '--draw out would overwrite the photo out/deep/x.jpg',
  );
});
