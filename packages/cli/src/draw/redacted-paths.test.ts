import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPhotos } from '../photos/find-photos.js';
import { PhotoError } from '../source/photo-error.js';
import { UsageError } from '../shell.js';
import { redactedPaths } from './redacted-paths.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'facet-redacted-'));
  for (const name of ['a/x.webp', 'a/y.jpeg', 'a/z.png', 'a.webp', 'a.webp.jpg', 'out/a.webp.jpg']) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), 'x');
  }
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

it('gives a picture in a folder the ending of its format, and keeps one that fits', async () => {
  const [x, y, z] = await findPhotos(['a/x.webp', 'a/y.jpeg', 'a/z.png'], cwd);
  if (x === undefined || y === undefined || z === undefined) throw new Error('Three photos are there.');
  const out = await redactedPaths('blurred', [x, y, z], cwd);
  expect(out(x, 'jpeg')).toBe(join(cwd, 'blurred/x.webp.jpg'));
  expect(out(y, 'jpeg')).toBe(join(cwd, 'blurred/y.jpeg'));
  expect(out(z, 'png')).toBe(join(cwd, 'blurred/z.png'));
  expect(out(z, 'jpeg')).toBe(join(cwd, 'blurred/z.png.jpg'));
});

it('writes over neither the picture of another photo nor a photo, with the ending that is added', async () => {
  const [webp, jpg] = await findPhotos(['a.webp', 'a.webp.jpg'], cwd);
  if (webp === undefined || jpg === undefined) throw new Error('Two photos are there.');
  const out = await redactedPaths('blurred', [webp, jpg], cwd);
  expect(out(jpg, 'jpeg')).toBe(join(cwd, 'blurred/a.webp.jpg'));
  expect(() => out(webp, 'jpeg')).toThrow(PhotoError);
  expect(() => out(webp, 'jpeg')).toThrow('would overwrite the picture of a.webp.jpg');

  const photos = await findPhotos(['a.webp', '{out,none}/a.webp.jpg'], cwd);
  const beside = await redactedPaths('out', photos, cwd);
  expect(() => beside(webp, 'jpeg')).toThrow('would overwrite the photo out/a.webp.jpg');
});

it('advises only endings that can be written, and wants that of the format', async () => {
  const photos = await findPhotos(['a/z.png'], cwd);
  for (const name of ['x.tiff', 'x.webp', 'x.avif']) {
    const rejected = redactedPaths(name, photos, cwd);
    await expect(rejected).rejects.toThrow(UsageError);
    await expect(rejected).rejects.toThrow(
      `--out ${name} is in a format that cannot be written; name a file that ends in .jpg or .png, or a folder.`,
    );
  }
  const [photo] = photos;
  const out = await redactedPaths('x.jpg', photos, cwd);
  expect(() => photo && out(photo, 'png')).toThrow('The picture is a PNG; end the name of the file in .png.');
});
