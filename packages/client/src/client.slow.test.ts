import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANDMARK_NAMES } from './read-attributes.js';
import { FacetClient } from './client.js';
import { fileImage } from './files.js';
import { Gallery, VECTOR_MODEL } from '@facet/gallery';
import type { ImageSource } from './image-source.js';
import type { CompareResult } from './results.js';
import { photo, photoPath, photoUrl } from './photos.test.fixture.js';
import { startService, API_KEY, type StartedService } from './started-service.test.fixture.js';

/** The real service with its models, and a web server that holds the photos. */
let service: StartedService;
let photoHost: Server;
let client: FacetClient;
let first: Buffer;
let imageUrl: string;

beforeAll(async () => {
  first = await photo(1);
  photoHost = createServer((_request, response) => response.end(first));
  await new Promise<void>((resolve) => photoHost.listen(0, '127.0.0.1', resolve));
  const { port } = photoHost.address() as AddressInfo;
  imageUrl = `http://127.0.0.1:${port}/photo`;
  service = await startService({ FACET_URL_ALLOW: `127.0.0.1:${port}` });
  client = new FacetClient({ baseUrl: service.url, apiKey: API_KEY });
});
afterAll(async () => {
  photoHost.close();
  await service.stop();
});

/** The same photo in every form that an image may have. */
const FORMS: readonly (readonly [name: string, make: () => ImageSource])[] = [
  ['a path', () => photoPath(1)],
  ['a file URL', () => photoUrl(1)],
  ['a file URL as a string', () => photoUrl(1).href],
  ['{ path }', () => ({ path: photoPath(1) })],
  ['fileImage', () => fileImage(photoPath(1))],
  ['a Buffer', () => first],
  ['a Uint8Array', () => new Uint8Array(first)],
  ['an ArrayBuffer', () => new Uint8Array(first).buffer],
  ['a Blob', () => new Blob([new Uint8Array(first)])],
  ['a File', () => new File([new Uint8Array(first)], 'photo.jpg')],
  ['a web stream', () => new Blob([new Uint8Array(first)]).stream()],
  ['a Node stream', () => createReadStream(photoPath(1))],
  ['a Base64 string', () => first.toString('base64')],
  ['URL-safe Base64', () => first.toString('base64url')],
  ['{ base64 }', () => ({ base64: first.toString('base64') })],
  ['a data: URL', () => `data:image/jpeg;base64,${first.toString('base64')}`],
  ['a URL as a string', () => imageUrl],
  ['a URL', () => new URL(imageUrl)],
  ['{ url }', () => ({ url: imageUrl })],
];

describe('an image in any form gives the same vector', () => {
  let expected: readonly number[];
  beforeAll(async () => {
    expected = (await client.vector(first)).vector;
  });

  it.each(FORMS)('%s', async (_name, make) => {
    const { vector } = await client.vector(make());
    expect(vector).toEqual(expected);
  });
});

describe('match', () => {
  // One that travels as a file with one that travels as a string, in both orders, and two of a kind.
  const form = (name: string): ImageSource => FORMS.find(([known]) => known === name)?.[1]() ?? '';
  it.each([
    ['a path', 'a Blob'],
    ['a Buffer', 'a URL'],
    ['a Base64 string', 'a Node stream'],
    ['a URL as a string', 'a data: URL'],
  ])('takes %s with %s', async (one, other) => {
    const result = await client.match(form(one), form(other));
    expect(result).toMatchObject({ score: 0, isMatch: true, meta: { attempts: 1 } });
    expect(result.raw.data.status).toBe('match');
    expect(result.meta.requestId).toMatch(/./);
  });

  it('reads a stream that is given twice once', async () => {
    const stream = createReadStream(photoPath(1));
    expect((await client.match(stream, stream)).score).toBe(0);
  });

  it('tells what the distance means, and compares with every face', async () => {
    const { faces } = await client.attributes(first);
    const [one, other] = faces.map(({ box }) => box);
    if (one === undefined || other === undefined) throw new Error('The photo shows three people.');
    const found = await client.match(first, first, { boxes: [other], details: true, all: true });
    expect(found.faces).toHaveLength(faces.length);
    expect(found.faces?.[0]?.box).toEqual(other);
    const distances = found.faces?.map(({ details }) => details?.distance ?? NaN) ?? [];
    expect(distances.toSorted((a, b) => a - b)).toEqual(distances);
    expect(found.details).toMatchObject({ threshold: 0.5, boxes: [other, other] });
    expect(found.details?.similarity).toBeGreaterThan(90);
    expect(found.details?.falseMatchRate).toBeLessThan(1e-6);
    const plain = await client.match(first, first);
    expect(plain).not.toHaveProperty('details');
    expect(plain).not.toHaveProperty('faces');
  });

  it('takes a stored vector for either image', async () => {
    const stored = await client.vector(first);
    expect(await client.match(stored, first)).toMatchObject({ score: 0, isMatch: true });
    expect(await client.match(photoPath(2), stored)).toMatchObject({ isMatch: false });
    expect((await client.match(imageUrl, { vector: stored.vector })).score).toBe(0);
    await expect(client.match({ ...stored, model: 'older-model' }, first)).rejects.toMatchObject({
      code: '2012',
      kind: 'request',
    });
  });

  it('tells different people apart, with boxes and without', async () => {
    const { isMatch, score, raw } = await client.match(photoPath(1), photoPath(2));
    expect(isMatch).toBe(false);
    expect(score).toBe(Number(raw.data.score));
    expect(score).toBeGreaterThan(0.5);

    const { faces } = await client.attributes(first);
    const [one, other] = faces;
    if (one === undefined || other === undefined) throw new Error('The photo shows three people.');
    const sameFace = await client.match(first, first, { boxes: [one.box, one.box] });
    expect(sameFace).toMatchObject({ score: 0, isMatch: true });
    const twoFaces = await client.match(first, first, { boxes: [one.box, other.box] });
    expect(twoFaces.isMatch).toBe(false);
    const onlySecond = await client.match(first, first, { boxes: [null, other.box] });
    expect(onlySecond.isMatch).toBe(false);
  });
});

/** The client without the mark of deprecation: what is deprecated still has to work. */
interface Comparing {
  compare(first: ImageSource, second: ImageSource): Promise<CompareResult>;
}

describe('compare', () => {
  it('gives the confidence, also for a file with a string', async () => {
    const comparing: Comparing = client;
    expect(await comparing.compare(photoPath(1), first.toString('base64'))).toMatchObject({
      confidence: 1,
      isMatch: true,
    });
    const different = await comparing.compare(photoPath(1), photoPath(2));
    expect(different.isMatch).toBe(false);
    expect(different.confidence).toBeLessThan(0.6);
  });
});

describe('attributes', () => {
  it('gives faces in order, with all landmarks', async () => {
    const { faces, imageSize, raw } = await client.attributes(first);
    expect(imageSize).toEqual({ width: 1920, height: 1280 });
    expect(faces.map(({ id }) => id)).toEqual(['face_id_0', 'face_id_1', 'face_id_2']);
    for (const { id, box, age, gender, genderConfidence, landmarks } of faces) {
      const asSent = raw.data.attributes[id];
      expect(asSent).toMatchObject({ age, gender, gender_confidence: genderConfidence, face_rectangle: box });
      expect(Object.keys(landmarks)).toEqual([...LANDMARK_NAMES]);
      expect(landmarks.chin.y).toBeGreaterThan(landmarks.noseTip.y);
    }
  });

  it('keeps to the given boxes in their order, fractions included', async () => {
    const { faces } = await client.attributes(first);
    const boxes = faces.map(({ box }) => box).reverse();
    expect((await client.attributes(first, { boxes })).faces.map(({ box }) => box)).toEqual(boxes);
    const fraction = await client.attributes(first, { boxes: [[10.25, 20.5, 200.125, 300]] });
    expect(fraction.faces[0]?.box).toEqual([10.25, 20.5, 200.125, 300]);
  });

  it('gives no more and no smaller faces than requested', async () => {
    const { faces } = await client.attributes(first);
    const one = await client.attributes(first, { maxFaces: 1 });
    expect(one.faces).toEqual(faces.slice(0, 1));
    expect((await client.attributes(first, { minFaceSize: 1000 })).faces).toEqual([]);
    await expect(client.attributes(first, { maxFaces: 49 })).rejects.toMatchObject({ code: '2002' });
  });

  it('takes the entire image as the face without detection', async () => {
    const { faces, imageSize } = await client.attributes(first, { faceDet: false });
    expect(faces.map(({ box }) => box)).toEqual([[0, 0, imageSize.width, imageSize.height]]);
  });
});

describe('several images in one request', () => {
  it('give the results of single calls, and errors in their places', async () => {
    const images = [first, imageUrl, Buffer.from('no image'), photoPath(2)];
    const [one, fetched, broken, other] = await client.vectorOfEach(images);
    const single = await client.vector(first);
    expect(one).toMatchObject({ vector: single.vector, model: single.model });
    expect(fetched).toMatchObject({ vector: single.vector });
    expect(broken).toMatchObject({ name: 'FacetServiceError', kind: 'image', code: '2004' });
    expect(other).toHaveProperty('vector');
    const [faces] = await client.attributesOfEach([first], { maxFaces: 1 });
    expect(faces).toMatchObject({ faces: [{ id: 'face_id_0' }] });
    await expect(client.vectorOfEach([])).rejects.toMatchObject({ kind: 'input' });
    await expect(client.vectorOfEach(Array(33).fill(first))).rejects.toMatchObject({ kind: 'input' });
  });
});

describe('vector', () => {
  it('has the length and the distance that the service promises', async () => {
    const [one, other, match] = await Promise.all([
      client.vector(photoPath(1), { quality: true }),
      client.vector(Readable.from([await photo(2)])),
      client.match(photoPath(1), photoPath(2)),
    ]);
    expect(one.vector).toHaveLength(128);
    expect(one.model).toBe(VECTOR_MODEL);
    expect([other.model, one.meta.model, match.meta.model]).toEqual(Array(3).fill(VECTOR_MODEL));
    const gallery = new Gallery();
    gallery.enrol('one', one);
    expect(gallery.search(one).hits).toEqual([{ id: 'one', distance: 0 }]);
    const distance = Math.hypot(...one.vector.map((value, index) => value - (other.vector[index] ?? NaN)));
    expect(distance).toBeCloseTo(match.score, 3);
  });
});
