import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portrait, sample, scratch, type Scratch } from './photos.js';
import { FACET, facet, jsonLines } from './run-facet.js';

let place: Scratch;
beforeAll(async () => {
  place = await scratch();
});
afterAll(() => place.remove());

describe('photos in a folder', () => {
  beforeAll(async () => {
    await portrait(0, place.path('mixed', 'a.jpg'));
    await sharp(place.path('mixed', 'a.jpg')).webp().toFile(place.path('mixed', 'b.webp'));
    await copyFile(place.path('mixed', 'a.jpg'), place.path('mixed', '=1\u001b[2J.jpg'));
    await copyFile(place.path('mixed', 'a.jpg'), place.path('mixed', 'c.heic'));
  });

  it('of other formats are reported with advice, and a summary ends the run', async () => {
    const { code, out, err } = await facet(['detect', 'mixed'], { cwd: place.folder });
    expect(code).toBe(0);
    expect(err).toContain(
      'Skipped 1 photo in other formats (1 .heic). Convert them to JPEG, PNG, WebP or AVIF.\n',
    );
    expect(err).toMatch(/3 photos: 3 done, in \d+\.\d s\n$/);
    // Names of files cannot steer the terminal.
    expect(out).toContain('\\u001b[2J.jpg');
    expect(out).not.toContain('\u001b');
  });

  it('are taken in the formats of FACET_FORMATS, and CSV holds no formulas', async () => {
    const env = { FACET_FORMATS: 'jpeg,webp' };
    const { code, out, err } = await facet(['vector', '--all', '--csv', '-q', '.'], {
      cwd: place.path('mixed'),
      env,
    });
    expect(code).toBe(0);
    expect(err).toContain('Convert them to JPEG or WebP.\n');
    const [head = '', ...rows] = out.trimEnd().split('\n');
    expect(head.split(',').slice(0, 7)).toEqual(['photo', 'face', 'x1', 'y1', 'x2', 'y2', 'v0']);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(/^"'=1\\u001b\[2J\.jpg",/);
    expect(out).not.toContain('\u001b');
    for (const row of rows) expect(row.split(',')).toHaveLength(134);
    const wrong = await facet(['detect', '.'], { cwd: place.path('mixed'), env: { FACET_FORMATS: 'gif' } });
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('FACET_FORMATS must be') as string });
  });
});

it('draws into a WebP file, and rejects a format that it cannot write', async () => {
  const photo = await portrait(0, place.path('one.jpg'));
  expect(await facet(['detect', photo, '--draw', 'd.webp'], { cwd: place.folder })).toMatchObject({
    code: 0,
    err: '',
  });
  expect((await stat(place.path('d.webp'))).isFile()).toBe(true);
  expect((await sharp(place.path('d.webp')).metadata()).format).toBe('webp');
  const rejected = await facet(['detect', photo, '--draw', 'd.gif'], { cwd: place.folder });
  expect(rejected.code).toBe(2);
  expect(rejected.err).toContain('cannot be written');
});

it('rejects poor faces one by one', async () => {
  // At this size some of the faces are too small, and the others are not.
  const photo = place.path('people.jpg');
  await sharp(sample(1)).resize({ width: 560 }).jpeg().toFile(photo);
  const all = jsonLines((await facet(['vector', '--all', '--json', photo])).out);
  const checked = await facet(['vector', '--all', '--quality', '--json', photo]);
  expect(checked.code).toBe(0);
  const [before] = all as [{ faces: { box: number[]; vector: number[] }[] }];
  const [after] = jsonLines(checked.out) as [
    { faces: { box: number[]; vector?: number[]; rejected?: string }[] },
  ];
  expect(after.faces.map(({ box }) => box)).toEqual(before.faces.map(({ box }) => box));
  const rejected = after.faces.filter(({ rejected: why }) => why !== undefined);
  const passed = after.faces.filter(({ vector }) => vector !== undefined);
  expect(rejected.length + passed.length).toBe(before.faces.length);
  expect(rejected.length).toBeGreaterThan(0);
  expect(passed.length).toBeGreaterThan(0);
});

describe('galleries', () => {
  const gallery = (...args: string[]): ReturnType<typeof facet> =>
    facet(['gallery', ...args], { cwd: place.folder });
  const list = async (file: string): Promise<unknown[]> =>
    jsonLines((await gallery('list', file, '--json')).out);

  beforeAll(async () => {
    await mkdir(place.path('people'), { recursive: true });
    await portrait(0, place.path('people', 'ada', '1.jpg'));
    await portrait(2, place.path('people', 'bob', '1.jpg'));
    await portrait(1, place.path('more', 'ada', '2.jpg'));
    for (const [folder, file] of [
      ['people', 'people.facet'],
      ['more', 'more.facet'],
    ] as const) {
      const made = await facet(['enrol', folder, '--gallery', file], { cwd: place.folder });
      expect(made).toMatchObject({ code: 0 });
    }
  });

  it('are listed, merged and renamed, and people can be removed', async () => {
    expect(await list('people.facet')).toEqual([
      { id: 'ada', vectors: 1 },
      { id: 'bob', vectors: 1 },
    ]);
    for (const added of [1, 0]) {
      expect(await gallery('merge', 'people.facet', 'more.facet')).toMatchObject({
        code: 0,
        out: `people.facet: ${added} vector${added === 1 ? '' : 's'} added, now 2 people, 3 vectors\n`,
      });
    }
    expect(await gallery('rename', 'people.facet', 'ada', 'Ada L.')).toMatchObject({ code: 0 });
    expect(await list('people.facet')).toEqual([
      { id: 'Ada L.', vectors: 2 },
      { id: 'bob', vectors: 1 },
    ]);

    const taken = await gallery('rename', 'people.facet', 'bob', 'Ada L.');
    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining('--merge') as string });
    const before = await readFile(place.path('people.facet'));
    const unknown = await gallery('remove', 'people.facet', 'bob', 'eve');
    expect(unknown).toMatchObject({
      code: 1,
      err: expect.stringContaining('"eve"; nothing was changed') as string,
    });
    expect(await readFile(place.path('people.facet'))).toEqual(before);

    expect(await gallery('remove', 'people.facet', 'bob')).toMatchObject({ code: 0 });
    expect((await gallery('list', 'people.facet')).out).toBe('Ada L.  2 vectors\n1 person, 2 vectors\n');
    expect((await gallery('list', 'people.facet', '--csv')).out).toBe('id,vectors\nAda L.,2\n');
    expect(await gallery('list', 'none.facet')).toMatchObject({ code: 2 });
  });
});

it.each([[['--help']], [['completion', 'bash']], [['doctor', '--json']]])(
  '%j ends quietly when nobody reads its output',
  async (args) => {
    const child = spawn(process.execPath, [FACET, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    expect(err).toBe('');
    expect([0, 1]).toContain(code);
  },
);
