import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { createImageFetcher } from './fetch-image.js';
import { readImages, type ImageFetcher, type ReadImagesOptions } from './read-images.js';
import { type RequestField } from '../http/body/request-field.js';
import { GatheredBytes } from '../http/body/body-stream.js';
import { IMAGE, useServers } from './fetching.test.fixture.js';
import { textBytes } from '../http/body/request-field.js';

const { serve } = useServers();

const neverAsked: ImageFetcher = { fetch: () => Promise.reject(new Error('The fetcher was asked.')) };
const options = (more: Partial<ReadImagesOptions> = {}): ReadImagesOptions => ({
  sameWay: false,
  maxBytes: 100,
  fetcher: neverAsked,
  signal: new AbortController().signal,
  claim: () => undefined,
  ...more,
});

const file = (name: string, bytes: Uint8Array = IMAGE): RequestField => ({ name, kind: 'file', bytes });
const text = (name: string, value = IMAGE.toString('base64')): RequestField => ({
  name,
  kind: 'text',
  text: textBytes(value),
});
const wanted = ['img_1', 'img_2'] as const;
const both = wanted.map((field) => ({ field }));
const images = { img_1: IMAGE, img_2: IMAGE };

async function fetchingFrom(...ports: number[]): Promise<ImageFetcher> {
  return await Promise.resolve(
    createImageFetcher({
      maxBytes: 100,
      deadlineMs: 20_000,
      allow: ports.map((port) => `127.0.0.1:${port}`),
    }),
  );
}

describe('readImages', () => {
  it.each([
    ['two files', [file('img_1'), file('img_2')]],
    ['two texts', [text('img_2'), text('img_1')]],
    [
      'fields that nobody asked for',
      [text('x', '!'), file('img_1'), file('y'), file('img_2'), text('x', '!')],
    ],
    ['an unused text box beside a file', [text('img_1', ' '), file('img_1'), file('img_2')]],
  ])('reads %s', async (_, fields) => {
    expect(await readImages(fields, both, options({ sameWay: true }))).toEqual(images);
  });

  it('reads a file and a text if that is allowed', async () => {
    expect(await readImages([file('img_1'), text('img_2')], both, options())).toEqual(images);
  });

  it('rejects a file and a text if both must arrive the same way', async () => {
    await expect(
      readImages([file('img_1'), text('img_2', 'http://example.com/')], both, options({ sameWay: true })),
    ).rejects.toMatchObject({
      code: 'mixed-inputs',
      message: 'img_1 and img_2 must arrive the same way: all as files, or all as strings.',
    });
  });

  it('accepts Base64 and a URL as the same way, and fetches', async () => {
    const server = await serve((_, response) => response.end(IMAGE));
    const url = `http://127.0.0.1:${server.port}/`;
    const fetcher = await fetchingFrom(server.port);
    const read = await readImages(
      [text('img_1'), text('img_2', url)],
      both,
      options({ sameWay: true, fetcher }),
    );
    expect(Buffer.from(read.img_2)).toEqual(IMAGE);
  });

  it('fetches two URLs at the same time', async () => {
    const waiting: (() => void)[] = [];
    const server = await serve((_, response) => {
      waiting.push(() => response.end(IMAGE));
      // Neither is answered before both have asked.
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    const url = `http://127.0.0.1:${server.port}/`;
    const fetcher = await fetchingFrom(server.port);
    const read = await readImages([text('img_1', url), text('img_2', url)], both, options({ fetcher }));
    expect(Object.keys(read)).toEqual(['img_1', 'img_2']);
  });

  it('stops the other fetch when one fails, and names the field', async () => {
    const slow = await serve(() => undefined);
    const broken = await serve((_, response) => response.writeHead(404).end());
    const fetcher = await fetchingFrom(slow.port, broken.port);
    const fields = [
      text('img_1', `http://127.0.0.1:${slow.port}/`),
      text('img_2', `http://127.0.0.1:${broken.port}/`),
    ];
    await expect(readImages(fields, both, options({ fetcher }))).rejects.toMatchObject({
      code: 'url-failed',
      message: 'img_2: The image URL responded with the HTTP status 404.',
      details: { field: 'img_2', status: 404 },
    });
    await slow.allClosed();
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new ServiceError('deadline');
    const server = await serve(() => {
      controller.abort(reason);
    });
    const fetcher = await fetchingFrom(server.port);
    const fields = [text('img', `http://127.0.0.1:${server.port}/`)];
    await expect(
      readImages(fields, [{ field: 'img' }], options({ fetcher, signal: controller.signal })),
    ).rejects.toBe(reason);
    await server.allClosed();
  });

  it.each([
    ['absent', [file('img_1')], 'missing-field', 'The field img_2 is missing; send an image in it.'],
    [
      'empty',
      [file('img_1'), text('img_2', '\n')],
      'missing-field',
      'The field img_2 is missing; send an image in it.',
    ],
    [
      'in other letters',
      [file('img_1'), file('IMG_2')],
      'missing-field',
      'The field img_2 is missing; send an image in it.',
    ],
    [
      'given twice',
      [file('img_1'), file('img_2'), file('img_2')],
      'malformed-body',
      'The field img_2 is given more than once.',
    ],
    [
      'given in two ways',
      [file('img_1'), file('img_2'), text('img_2')],
      'malformed-body',
      'The field img_2 is given more than once.',
    ],
    [
      'too large a file',
      [file('img_1'), file('img_2', new Uint8Array(101))],
      'too-many-bytes',
      'The image in img_2 is larger than the limit of 100 bytes.',
    ],
    [
      'too large a text',
      [file('img_1'), text('img_2', 'A'.repeat(200))],
      'too-many-bytes',
      'The image in img_2 is larger than the limit of 100 bytes.',
    ],
    [
      'no Base64',
      [text('img_1', 'http://example.com/'), text('img_2', '?')],
      'unreadable-image',
      expect.stringContaining('The field img_2 holds'),
    ],
  ] as const)('names a field that is %s, before anything is fetched', async (_, fields, code, message) => {
    await expect(readImages(fields, both, options())).rejects.toMatchObject({
      code,
      message: message as string,
      details: { field: 'img_2' },
    });
  });

  it('leaves an empty file to the decoder', async () => {
    expect(await readImages([file('img', new Uint8Array())], [{ field: 'img' }], options())).toEqual({
      img: new Uint8Array(),
    });
  });
});

describe('a list in place of an image', () => {
  it('is rejected', async () => {
    const list: RequestField = { name: 'img_1', kind: 'list', items: [textBytes('a')] };
    const fields = [list, text('img_2', 'a')];
    await expect(readImages(fields, both, options())).rejects.toMatchObject({
      code: 'malformed-body',
      message: 'The field img_1 must be a string: Base64 or an image URL.',
    });
  });
});

it.each([
  ['nothing', []],
  ['empty chunks', [0, 0]],
  ['single bytes', Array.from({ length: 10_000 }, () => 1)],
  ['exactly one buffer', [4096]],
  ['a byte more than a buffer', [4096, 1]],
  ['chunks of all sizes', [1, 65_536, 3, 4093, 0, 3_000_000, 7]],
  ['a large chunk behind a full buffer', [4096, 16_384, 16_383, 1]],
])('returns %s unchanged', (_, sizes) => {
  const chunks = sizes.map((size) => randomBytes(size));
  const gathered = new GatheredBytes();
  for (const chunk of chunks) gathered.add(chunk);
  const all = Buffer.concat(chunks);
  expect(gathered.length).toBe(all.length);
  expect(gathered.toBuffer().equals(all)).toBe(true);
});

it('keeps no reference to a small chunk', () => {
  const gathered = new GatheredBytes();
  const chunk = Buffer.from('abc');
  gathered.add(chunk);
  chunk.fill('x');
  expect(gathered.toBuffer().toString()).toBe('abc');
});
