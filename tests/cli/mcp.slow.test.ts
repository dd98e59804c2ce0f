import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { copyFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { portrait, scratch, type Scratch } from './photos.js';
import { facet, FACET } from './run-facet.js';

let place: Scratch;
let client: Client;

/** An assistant's own client starts the built command, as the user would configure it. */
beforeAll(async () => {
  place = await scratch();
  await mkdir(place.path('photos'), { recursive: true });
  await mkdir(place.path('people/ada'), { recursive: true });
  await mkdir(place.path('people/bob'), { recursive: true });
  const [ada, bob] = [place.path('photos/ada.jpg'), place.path('photos/bob.jpg')];
  await portrait(0, ada);
  await portrait(2, bob);
  await copyFile(ada, place.path('people/ada/1.jpg'));
  await copyFile(bob, place.path('people/bob/1.jpg'));
  const enrolled = await facet([
    'enrol',
    place.path('people'),
    '--gallery',
    place.path('photos/people.facet'),
    '-q',
  ]);
  expect(enrolled.code).toBe(0);
  client = new Client({ name: 'tests', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [FACET, 'mcp', '--folder', place.path('photos'), '--workers', '1'],
      stderr: 'ignore',
    }),
  );
});
afterAll(async () => {
  await client.close();
  await place.remove();
});

async function call(
  name: string,
  args: Record<string, unknown>,
): Promise<{ isError: boolean; text: string }> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as { text: string }[];
  return { isError: isError === true, text: first?.text ?? '' };
}

const result = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
  const { isError, text } = await call(name, args);
  if (isError) throw new Error(text);
  return JSON.parse(text);
};

it('offers its tools, and says which of them only read', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['detect_faces', true],
    ['match_faces', true],
    ['search_faces', true],
    ['redact_faces', false],
  ]);
});

it('redacts into a new file of the folders, and into no other', async () => {
  expect(await result('redact_faces', { photo: 'ada.jpg', out: 'ada-redacted.jpg' })).toMatchObject({
    faces: 1,
    format: 'jpeg',
  });
  const compared = await call('match_faces', { first: 'ada.jpg', second: 'ada-redacted.jpg' });
  expect(compared.text).not.toContain('"match"');
  await symlink(place.path('people/ada/linked.jpg'), place.path('photos/link.jpg'));
  const before = await readFile(place.path('photos/ada.jpg'));
  for (const out of [
    'ada.jpg',
    'link.jpg',
    '../people/new.jpg',
    place.path('people/new.jpg'),
    'none/new.jpg',
  ]) {
    const { isError, text } = await call('redact_faces', { photo: 'ada.jpg', out });
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringContaining('cannot be written') as unknown,
    });
  }
  expect((await readFile(place.path('photos/ada.jpg'))).equals(before)).toBe(true);
  expect(await readdir(place.path('people/ada'))).toEqual(['1.jpg']);
});

it('covers hairline and ears of the rectangles that it detected, as those of all faces', async () => {
  const { faces } = (await result('detect_faces', { photo: 'ada.jpg' })) as { faces: { box: number[] }[] };
  const boxes = faces.map(({ box }) => box);
  await result('redact_faces', { photo: 'ada.jpg', out: 'every.jpg', style: 'box' });
  await result('redact_faces', { photo: 'ada.jpg', out: 'given.jpg', style: 'box', boxes });
  const every = await sharp(place.path('photos/every.jpg')).raw().toBuffer();
  const given = await sharp(place.path('photos/given.jpg')).raw().toBuffer();
  const differing = given.filter((value, i) => Math.abs(value - (every[i] ?? 0)) > 40).length;
  expect(differing / every.length).toBeLessThan(0.01);
});

it('detects, compares and finds faces in photos of the folder', async () => {
  expect(await result('detect_faces', { photo: 'ada.jpg' })).toMatchObject({
    faces: [{ box: expect.any(Array) as unknown, age: expect.any(String) as unknown }],
  });
  expect(await result('match_faces', { first: 'ada.jpg', second: place.path('photos/ada.jpg') })).toEqual({
    distance: 0,
    status: 'match',
  });
  expect(await result('match_faces', { first: 'ada.jpg', second: 'bob.jpg' })).toMatchObject({
    status: 'not a match',
  });
  expect(await result('search_faces', { photo: 'bob.jpg', gallery: 'people.facet' })).toMatchObject({
    faces: [{ hits: [{ id: 'bob' }] }],
  });
});

it('reads nothing outside, and says what is wrong with a request', async () => {
  const outside = 'in the folders that may be read';
  for (const photo of [place.path('people/ada/1.jpg'), '../people/ada/1.jpg', '/etc/passwd', 'missing.jpg'])
    expect(await call('detect_faces', { photo })).toMatchObject({
      isError: true,
      text: expect.stringContaining(outside) as unknown,
    });
  expect(await call('detect_faces', { photo: 'people.facet' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('format is not accepted') as unknown,
  });
  expect((await call('detect_faces', {})).isError).toBe(true);
  expect((await call('search_faces', { photo: 'ada.jpg', gallery: 'ada.jpg' })).isError).toBe(true);
});
