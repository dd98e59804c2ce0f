import { readdir, readFile, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portrait, sample, scratch, type Scratch } from './photos.js';
import { facet, jsonLines } from './run-facet.js';

const SLOW = 200_000;
let place: Scratch;
beforeAll(async () => {
  place = await scratch();
  await portrait(0, place.path('photos/a.jpg'));
  await portrait(1, place.path('photos/deep/b.jpg'));
  await portrait(3, place.path('photos/c.jpg'));
});
afterAll(() => place.remove());

it('draws the faces of one photo into a file', { timeout: SLOW }, async () => {
  const { code, err } = await facet(['detect', sample(3), '--draw', 'new/faces.png'], { cwd: place.folder });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const drawn = await sharp(place.path('new/faces.png'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(drawn.info).toMatchObject({ width: 1920, height: 1350 });
  const plain = await sharp(sample(3)).raw().toBuffer();
  /** Mean difference of a part of the picture from the photo. */
  const change = (left: number, top: number, side: number): number => {
    let sum = 0;
    for (let y = top; y < top + side; y++)
      for (let x = 3 * (y * 1920 + left); x < 3 * (y * 1920 + left + side); x++)
        sum += Math.abs((drawn.data[x] ?? 0) - (plain[x] ?? 0));
    return sum / (3 * side * side);
  };
  // The second face of the photo is at 1074,235 1294,515; far away from all of them nothing is drawn.
  expect(change(1080, 240, 180)).toBeGreaterThan(2);
  expect(change(24, 1140, 180)).toBeLessThan(0.5);
});

it('draws several photos into a folder, each in its place', { timeout: SLOW }, async () => {
  const { code, out } = await facet(['detect', 'photos', '--draw', 'drawn', '--csv'], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out.split('\n').map((row) => row.split(',', 3).join(','))).toEqual([
    'photo,faces,face',
    'photos/a.jpg,1,1',
    'photos/c.jpg,1,1',
    'photos/deep/b.jpg,1,1',
    '',
  ]);
  expect((await readdir(place.path('drawn'), { recursive: true })).sort()).toEqual([
    'a.jpg',
    'c.jpg',
    'deep',
    'deep/b.jpg',
  ]);
});

it('never draws over a photo', { timeout: SLOW }, async () => {
  const before = await readFile(place.path('photos/a.jpg'));
  for (const args of [
    ['detect', 'photos/a.jpg', '--draw', 'photos/a.jpg'],
    ['detect', 'photos', '--draw', 'photos'],
    ['detect', 'photos', '--draw', 'one.jpg'],
  ]) {
    const { code, err } = await facet(args, { cwd: place.folder });
    expect(code).toBe(2);
    expect(err).toContain('--draw');
  }
  expect((await readFile(place.path('photos/a.jpg'))).equals(before)).toBe(true);
});

it('draws nothing if two photos would share a picture', { timeout: SLOW }, async () => {
  await portrait(0, place.path('photos/other/a.jpg'));
  const args = ['detect', 'photos/a.jpg', 'photos/other/a.jpg', '--draw', 'shared'];
  const { code, out, err } = await facet(args, { cwd: place.folder });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('photos/a.jpg and photos/other/a.jpg to the same file, shared/a.jpg');
  await expect(readdir(place.path('shared'))).rejects.toThrow('ENOENT');
  await rm(place.path('photos/other'), { recursive: true });
});

it('sorts faces into people, and what it cuts out can be enrolled', { timeout: SLOW }, async () => {
  const { code, out } = await facet(['cluster', 'photos', '--json', '--out', 'people'], {
    cwd: place.folder,
  });
  expect(code).toBe(0);
  const people = jsonLines(out).map(({ person, faces }) => ({
    person,
    photos: (faces as { photo: string }[]).map(({ photo }) => photo),
  }));
  expect(people).toEqual([
    { person: 'person-001', photos: ['photos/a.jpg', 'photos/deep/b.jpg'] },
    { person: 'person-002', photos: ['photos/c.jpg'] },
  ]);
  const enrolled = await facet(['enrol', 'people', '--gallery', 'g.facet'], { cwd: place.folder });
  expect(enrolled.out).toBe('g.facet: 3 added, now 2 people, 3 vectors\n');
  const again = await facet(['cluster', 'photos', '--out', 'people'], { cwd: place.folder });
  expect(again.code).toBe(2);
  expect(again.err).toContain('--out people is not empty');
});

it('crops each face upright into a file of its own', { timeout: SLOW }, async () => {
  const { code, out } = await facet(['crop', 'photos', '--out', 'faces', '--csv'], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    'photo,face,file',
    `photos/a.jpg,1,${place.path('faces/a-face-1.png')}`,
    `photos/c.jpg,1,${place.path('faces/c-face-1.png')}`,
    `photos/deep/b.jpg,1,${place.path('faces/deep/b-face-1.png')}`,
    '',
  ]);
  expect(await sharp(place.path('faces/a-face-1.png')).metadata()).toMatchObject({
    format: 'png',
    width: 112,
    height: 112,
  });
  const matched = await facet(['match', 'photos/a.jpg', 'faces/a-face-1.png', '--json'], {
    cwd: place.folder,
  });
  expect(jsonLines(matched.out)).toMatchObject([{ status: 'match' }]);
});

it('makes faces unrecognisable, or all but those of enrolled people', { timeout: SLOW }, async () => {
  const before = await sharp(place.path('photos/a.jpg')).metadata();
  const all = await facet(['blur', 'photos', '--out', 'blurred', '--json'], { cwd: place.folder });
  expect(jsonLines(all.out).map(({ photo, faces }) => [photo, faces])).toEqual([
    ['photos/a.jpg', 1],
    ['photos/c.jpg', 1],
    ['photos/deep/b.jpg', 1],
  ]);
  const { width, height, exif } = await sharp(place.path('blurred/a.jpg')).metadata();
  expect({ width, height, exif }).toEqual({ width: before.width, height: before.height, exif: undefined });
  const matched = await facet(['match', 'photos/a.jpg', 'blurred/a.jpg', '--json'], { cwd: place.folder });
  expect(matched.out).not.toContain('"match"');

  // The person of two photos stays enrolled.
  await facet(['gallery', 'remove', 'g.facet', 'person-002'], { cwd: place.folder });
  const flags = ['--gallery', 'g.facet', '--keep-enrolled', '--json'];
  const some = await facet(['blur', 'photos', '--out', 'kept', ...flags], { cwd: place.folder });
  expect(jsonLines(some.out).map(({ photo, faces }) => [photo, faces])).toEqual([
    ['photos/a.jpg', 0],
    ['photos/c.jpg', 1],
    ['photos/deep/b.jpg', 0],
  ]);
  // Ears and hairline are covered here too.
  const whole = await sharp(place.path('blurred/c.jpg')).raw().toBuffer();
  const chosen = await sharp(place.path('kept/c.jpg')).raw().toBuffer();
  const changed = chosen.filter((value, i) => Math.abs(value - (whole[i] ?? 0)) > 40).length;
  expect(changed / whole.length).toBeLessThan(0.01);

  const enrolled = [
    '--gallery',
    'g.facet',
    '--only-enrolled',
    '--style',
    'box',
    '--shape',
    'outline',
    '--json',
  ];
  const others = await facet(['blur', 'photos', '--out', 'others', ...enrolled], { cwd: place.folder });
  expect(jsonLines(others.out).map(({ photo, faces }) => [photo, faces])).toEqual([
    ['photos/a.jpg', 1],
    ['photos/c.jpg', 0],
    ['photos/deep/b.jpg', 1],
  ]);
  const hidden = await facet(['match', 'photos/a.jpg', 'others/a.jpg', '--json'], { cwd: place.folder });
  expect(hidden.out).not.toContain('"match"');
});

it('warns where a photo shows as many faces as are found at most', { timeout: SLOW }, async () => {
  const [across, down, side] = [9, 5, 110];
  const face = await sharp(place.path('photos/a.jpg')).resize(side, side).toBuffer();
  await sharp({ create: { width: across * side, height: down * side, channels: 3, background: '#808080' } })
    .composite(
      Array.from({ length: across * down }, (_, n) => ({
        input: face,
        left: (n % across) * side,
        top: Math.floor(n / across) * side,
      })),
    )
    .jpeg()
    .toFile(place.path('crowd.jpg'));
  const { code, out, err } = await facet(
    ['blur', 'photos/a.jpg', 'crowd.jpg', '--out', 'crowds', '--csv', '--quiet'],
    { cwd: place.folder },
  );
  expect(code).toBe(0);
  expect(out).toContain('crowd.jpg,40,');
  expect(err).toBe('crowd.jpg: no more than 40 faces of a photo are found; others may still be visible.\n');
});
