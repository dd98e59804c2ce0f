import { freePort, signUp, type StartedService } from '@facet/test-support';
import { SHARED_API_KEY as API_KEY, useService } from '@facet/test-support/vitest';
import { readFile, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portrait, sample, scratch, type Scratch } from './photos.js';
import { facet, jsonLines, type Ended } from './run-facet.js';

const SLOW = 200_000;

const shared = useService();
let service: StartedService;
let place: Scratch;
beforeAll(async () => {
  place = await scratch();
  await portrait(0, place.path('people/ada/1.jpg'));
  await portrait(2, place.path('people/bob/1.jpg'));
  await portrait(1, place.path('photos/other-of-ada.jpg'));
  await portrait(3, place.path('photos/deep/stranger.jpg'));
  await writeFile(place.path('photos/broken.jpg'), 'no photo');
  await portrait(3, place.path('tiny.jpg'), 60);
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
    .png()
    .toFile(place.path('grey.png'));
  service = shared();
});
afterAll(() => place.remove());

const WAYS = ['on the engine', 'on a server'] as const;
type Way = (typeof WAYS)[number];
const run = (way: Way, ...args: string[]): Promise<Ended> =>
  facet(args, {
    cwd: place.folder,
    env: way === 'on a server' ? { FACET_URL: service.url, FACET_API_KEY: API_KEY } : { FACET_WORKERS: '1' },
  });
/** The summary of a run ends with the seconds that it took. */
const withoutTime = (err: string | undefined): string | undefined => err?.replace(/, in \d+\.\d s\n$/, '');
/** The same command both ways; what it writes has to be the same, and is given back once. */
async function both(...args: string[]): Promise<Ended> {
  const [here, there] = await Promise.all(WAYS.map((way) => run(way, ...args)));
  expect(there?.out).toBe(here?.out);
  expect(there?.code).toBe(here?.code);
  expect(withoutTime(there?.err)).toBe(withoutTime(here?.err));
  if (here === undefined) throw new Error('There is no result.');
  return here;
}

describe('the same, on the engine and on a server', () => {
  it('detects faces, as JSON lines', { timeout: SLOW }, async () => {
    const { code, out, err } = await both('detect', sample(3), 'grey.png', '--json');
    expect(withoutTime(err)).toBe('2 photos: 2 done');
    expect(code).toBe(0);
    const [group, grey] = jsonLines(out);
    expect(group).toMatchObject({ photo: sample(3), image_size: { width: 1920, height: 1350 } });
    const faces = group?.['faces'] as Record<string, object>[];
    expect(faces).toHaveLength(3);
    expect(Object.keys(faces[0]?.['landmarks'] ?? {})).toHaveLength(68);
    expect(faces[0]).toMatchObject({ age: '20-40', gender: 'female' });
    expect(grey?.['faces']).toEqual([]);
  });

  it('detects only the requested faces', { timeout: SLOW }, async () => {
    const { out } = await both('detect', sample(3), '--json', '--max-faces', '1');
    expect(jsonLines(out)[0]?.['faces']).toHaveLength(1);
    const { out: none } = await both('detect', sample(3), '--json', '--min-face-size', '5000');
    expect(jsonLines(none)[0]?.['faces']).toEqual([]);
  });

  it('gives more fields of each face on request', { timeout: SLOW }, async () => {
    const names = 'confidence,age_years,pose,quality,expression,vector';
    const { out } = await both('detect', sample(3), '--attributes', names, '--json');
    const [group] = jsonLines(out);
    for (const face of group?.['faces'] as Record<string, object>[]) {
      for (const name of names.split(',')) expect(face).toHaveProperty(name);
    }
  });

  it('rejects a photo of several people for enrolment, and says why', { timeout: SLOW }, async () => {
    const { err, code } = await both('vector', sample(3), '--enrolment');
    expect(err).toContain('The photo does not pass the enrolment check: one_face 3 (at most 1)');
    expect(code).not.toBe(0);
  });

  it('gives the vector of every face of a photo', { timeout: SLOW }, async () => {
    for (const options of [[], ['--quality']]) {
      const { out, code } = await both('vector', sample(3), '--all', '--json', ...options);
      const faces = jsonLines(out)[0]?.['faces'] as { vector: number[] }[];
      expect(faces).toHaveLength(3);
      for (const { vector } of faces) expect(vector).toHaveLength(128);
      expect(code).toBe(0);
    }
  });

  it('matches', { timeout: SLOW }, async () => {
    const { out, code } = await both('match', 'people/ada/1.jpg', 'photos/other-of-ada.jpg', '--json');
    const [result] = jsonLines(out);
    expect(result).toMatchObject({ status: 'match' });
    expect(result?.['score']).toBeLessThan(0.5);
    expect(code).toBe(0);
  });

  it('matches with every face, and says what the distances mean', { timeout: SLOW }, async () => {
    const args = ['match', 'people/ada/1.jpg', sample(3), '--all', '--details'];
    const { out } = await both(...args, '--json');
    const [result] = jsonLines(out);
    const faces = result?.['faces'] as { score: number; details: { similarity: number } }[];
    expect(faces).toHaveLength(3);
    expect(faces.map(({ score }) => score).toSorted((a, b) => a - b)).toEqual(
      faces.map(({ score }) => score),
    );
    expect(result).toMatchObject({ score: faces[0]?.score, details: { threshold: 0.5 } });
    const { out: rows } = await both(...args, '--csv');
    expect(rows.split('\n')[0]).toBe('first,second,score,status,x1,y1,x2,y2,similarity,false_match_rate');
    const { out: text } = await both(...args);
    expect(text.trim().split('\n')).toHaveLength(3);
    expect(text).toContain('% similar;');
  });

  it('gives vectors as CSV, and collects what failed', { timeout: SLOW }, async () => {
    const { out, code, err } = await both('vector', 'photos', 'grey.png', 'gone.jpg', '--csv');
    const rows = out.trim().split('\n');
    expect(rows.map((row) => row.split(',')[0])).toEqual([
      'photo',
      'photos/deep/stranger.jpg',
      'photos/other-of-ada.jpg',
    ]);
    for (const row of rows) expect(row.split(',')).toHaveLength(130);
    expect(code).toBe(1);
    expect(err).toContain('3 photos of 5 failed:');
    expect(withoutTime(err)).toMatch(/\n5 photos: 2 done, 3 failed$/);
    expect(err).toContain('photos/broken.jpg: The image format is not accepted');
    expect(err).toContain('grey.png: No face detected.');
    expect(err).toContain('gone.jpg: There is no such file.');
  });

  it('rejects what is not good enough', { timeout: SLOW }, async () => {
    const { out, code, err } = await both('vector', 'tiny.jpg', 'people/ada/1.jpg', '--quality', '--json');
    const [tiny, good] = jsonLines(out);
    expect(tiny).toEqual({ photo: 'tiny.jpg', error: { kind: 'quality', message: 'Face too Small' } });
    expect(good).toHaveProperty('faces');
    expect(err).toContain('tiny.jpg: Face too Small');
    expect(code).toBe(1);
  });
});

describe.each(WAYS)('%s', (way) => {
  it('enrols people, and finds them again', { timeout: SLOW }, async () => {
    const gallery = way === 'on a server' ? 'there.facet' : 'here.facet';
    const enrolled = await run(way, 'enrol', 'people', '--gallery', gallery);
    expect(withoutTime(enrolled.err)).toBe('2 photos: 2 done');
    expect(enrolled).toMatchObject({
      code: 0,
      out: `${gallery}: 2 added, now 2 people, 2 vectors\n`,
    });
    const found = await run(way, 'search', 'photos', '--gallery', gallery, '--csv');
    const [head, stranger, ada] = found.out.split('\n');
    expect(head).toBe('photo,face,x1,y1,x2,y2,rank,id,distance,threshold');
    expect(stranger).toMatch(/^photos\/deep\/stranger\.jpg,1,\d+,\d+,\d+,\d+,,,,0\.5$/);
    expect(ada).toMatch(/^photos\/other-of-ada\.jpg,1,\d+,\d+,\d+,\d+,1,ada,0\.[1-4]\d*,0\.5$/);
    expect(found.code).toBe(1);
    const again = await run(way, 'enrol', 'people', '--gallery', gallery);
    expect(again.out).toBe(`${gallery}: 0 added, now 2 people, 2 vectors\n`);
    await expect(stat(place.path(`${gallery}.journal`))).rejects.toThrow('ENOENT');
  });
});

it('gives galleries that are the same, byte for byte', async () => {
  const [here, there] = await Promise.all(
    ['here.facet', 'there.facet'].map((name) => readFile(place.path(name))),
  );
  expect(there?.equals(here ?? Buffer.alloc(0))).toBe(true);
});

describe('on a server, a photo costs', () => {
  /** How many calls the server counted for a command over these photos. */
  async function callsOf(name: string, ...args: string[]): Promise<number> {
    const { apiKey, cookie } = await signUp(service.url, name, 'free');
    const env = { FACET_URL: service.url, FACET_API_KEY: apiKey };
    const { code, err } = await facet(args, { cwd: place.folder, env });
    expect(code, err).toBe(0);
    const response = await fetch(`${service.url}/account`, { headers: { cookie } });
    const { data } = (await response.json()) as { data: { account: { subscription: { used: number } } } };
    return data.account.subscription.used;
  }

  it('one call for up to eight faces, and one more for up to eight others', { timeout: SLOW }, async () => {
    const face = await readFile(place.path('people/ada/1.jpg'));
    const { height } = await sharp(face).metadata();
    // Twelve faces, four in a row.
    const tiles = Array.from({ length: 12 }, (_, n) => ({
      input: face,
      left: 240 * (n % 4),
      top: height * Math.floor(n / 4),
    }));
    await sharp({ create: { width: 960, height: 3 * height, channels: 3, background: '#808080' } })
      .composite(tiles)
      .jpeg()
      .toFile(place.path('twelve.jpg'));
    await run('on the engine', 'enrol', 'people', '--gallery', 'counted.facet');
    const search = ['search', '--gallery', 'counted.facet'];
    expect(await callsOf('three', ...search, sample(3))).toBe(1);
    expect(await callsOf('twelve', ...search, 'twelve.jpg')).toBe(2);
    expect(await callsOf('cluster', 'cluster', sample(3), 'twelve.jpg')).toBe(3);
    expect(await callsOf('quality', 'vector', '--all', '--quality', sample(3))).toBe(1);
    const { out } = await both('vector', '--all', '--json', 'twelve.jpg');
    expect(jsonLines(out)[0]?.['faces']).toHaveLength(12);
  });
});

describe('a server that will not', () => {
  const onServer = (url: string, apiKey: string): Promise<Ended> =>
    facet(['detect', 'photos', '--url', url, '--api-key', apiKey], { cwd: place.folder });

  it('ends the run at the first photo when the API key is not known', { timeout: SLOW }, async () => {
    const { code, err } = await onServer(service.url, 'somebody-else');
    expect(code).toBe(1);
    expect(err).toContain('Stopped: The API key is not known.');
    expect(err).toContain('FACET_API_KEY');
  });

  it('ends the run when there is none', { timeout: SLOW }, async () => {
    const { code, err } = await onServer(`http://127.0.0.1:${await freePort()}`, API_KEY);
    expect(code).toBe(1);
    expect(err).toContain('Check --url and that the server runs.');
  });
});
