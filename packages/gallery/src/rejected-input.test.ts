import { expect, it } from 'vitest';
import { cluster } from './cluster/cluster.js';
import { Gallery } from './gallery.js';
import { GalleryError } from './gallery-error.js';
import type { Queryable } from './postgres/queryable.js';
import { PostgresGallery } from './postgres/postgres-gallery.js';
import { VECTOR_MODEL } from './search/impostor-distances.js';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
};

it.each([
  [null],
  [undefined],
  ['0.1,0.2'],
  [7],
  [{}],
  [[]],
  [{ model: VECTOR_MODEL, vector: null }],
  [{ model: VECTOR_MODEL, vector: 'text' }],
  [Array.from({ length: 128 }, () => Symbol('number'))],
])('enrolling or searching %o, as callers without types may, is a GalleryError', (vector) => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (const work of [
    () => {
      gallery.enrol('ada', vector as never);
    },
    () => gallery.search(vector as never),
  ]) {
    const error = thrownBy(work);
    expect(error).toBeInstanceOf(GalleryError);
    expect(error).toMatchObject({ code: 'vector-invalid' });
  }
  expect(gallery.size).toBe(0);
});

it.each([
  ['0A000', 'extension "vector" is not available'],
  ['42501', 'permission denied to create extension "vector"'],
])(
  'a database that fails with %s (%s) causes a GalleryError that says what to install',
  async (code, message) => {
    const client: Queryable = { query: () => Promise.reject(Object.assign(new Error(message), { code })) };
    const failed = new PostgresGallery({ client, model: VECTOR_MODEL }).prepare();
    await expect(failed).rejects.toBeInstanceOf(GalleryError);
    await expect(failed).rejects.toMatchObject({ code: 'store-extension' });
  },
);

const face = { model: VECTOR_MODEL, vector: Array.from({ length: 128 }, () => 0.03) };
const nothing = null as never;
const idle: Queryable = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) };

it.each<[string, string, (gallery: Gallery) => unknown]>([
  ['remove(null)', 'id-invalid', (gallery) => gallery.remove(nothing)],
  ['has(null)', 'id-invalid', (gallery) => gallery.has(nothing)],
  ['get(null)', 'id-invalid', (gallery) => gallery.get(nothing)],
  ['vectors(null)', 'id-invalid', (gallery) => gallery.vectors(nothing)],
  ['search(face, null)', 'option-invalid', (gallery) => gallery.search(face, nothing)],
  ['search with a text as k', 'option-invalid', (gallery) => gallery.search(face, { k: '1' as never })],
  [
    'search with a symbol as threshold',
    'option-invalid',
    (gallery) => gallery.search(face, { threshold: Symbol('near') as never }),
  ],
  ['searchAsync(face, null)', 'option-invalid', (gallery) => gallery.searchAsync(face, nothing)],
  ['searchPhoto(null)', 'vector-invalid', (gallery) => gallery.searchPhoto(nothing)],
  ['searchPhoto([face], null)', 'option-invalid', (gallery) => gallery.searchPhoto([face], nothing)],
  ['new Gallery(null)', 'option-invalid', () => new Gallery(nothing)],
  ['Gallery.load(null)', 'file-not-a-gallery', () => Gallery.load(nothing)],
  ['Gallery.load of a text', 'file-not-a-gallery', () => Gallery.load('FACET' as never)],
  ['Gallery.load(bytes, null)', 'option-invalid', () => Gallery.load(new Uint8Array(4), nothing)],
  ['Gallery.loadFrom(null)', 'file-not-a-gallery', () => Gallery.loadFrom(nothing)],
  ['Gallery.loadFrom([null])', 'file-not-a-gallery', () => Gallery.loadFrom([nothing])],
  ['cluster(null)', 'vector-invalid', () => cluster(nothing)],
  ['cluster([face], null)', 'option-invalid', () => cluster([face], nothing)],
  ['cluster with null photos', 'option-invalid', () => cluster([face], { photos: nothing })],
  ['new PostgresGallery(null)', 'option-invalid', () => new PostgresGallery(nothing)],
  ['new PostgresGallery without a client', 'option-invalid', () => new PostgresGallery({ client: nothing })],
  [
    'new PostgresGallery with a null name',
    'option-invalid',
    () => new PostgresGallery({ client: idle, name: nothing }),
  ],
])('%s is the GalleryError %s', async (_call, code, work) => {
  const gallery = new Gallery();
  gallery.enrol('ada', face);
  const error: unknown = await Promise.resolve()
    .then(() => work(gallery))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GalleryError);
  expect(error).toMatchObject({ code });
});

it.each<[string, string, (gallery: PostgresGallery) => Promise<unknown>]>([
  ['remove(null)', 'id-invalid', (gallery) => gallery.remove(nothing)],
  ['has(null)', 'id-invalid', (gallery) => gallery.has(nothing)],
  ['get(null)', 'id-invalid', (gallery) => gallery.get(nothing)],
  ['vectors(null)', 'id-invalid', (gallery) => gallery.vectors(nothing)],
  ['enrol(null, face)', 'id-invalid', (gallery) => gallery.enrol(nothing, face)],
  ['enrolAll(null)', 'option-invalid', (gallery) => gallery.enrolAll(nothing)],
  ['enrolAll([null])', 'option-invalid', (gallery) => gallery.enrolAll([nothing])],
  ['search(face, null)', 'option-invalid', (gallery) => gallery.search(face, nothing)],
  ['searchPhoto(null)', 'vector-invalid', (gallery) => gallery.searchPhoto(nothing)],
  ['createIndex(null)', 'option-invalid', (gallery) => gallery.createIndex(nothing)],
])('PostgresGallery: %s is the GalleryError %s', async (_call, code, work) => {
  const failed = work(new PostgresGallery({ client: idle }));
  await expect(failed).rejects.toBeInstanceOf(GalleryError);
  await expect(failed).rejects.toMatchObject({ code });
});

const rejecting = (code: string, message: string): PostgresGallery => {
  const client: Queryable = { query: () => Promise.reject(Object.assign(new Error(message), { code })) };
  return new PostgresGallery({ client });
};

it.each([
  ['42704', 'type "vector" does not exist', 'store-extension', 'CREATE EXTENSION vector'],
  ['42P01', 'relation "facet_gallery_vectors" does not exist', 'store-schema', 'call prepare() first'],
  ['42703', 'column "model" does not exist', 'store-schema', 'column "model"'],
  ['3F000', 'schema "faces" does not exist', 'store-schema', 'create it first'],
])(
  'every call on a database that fails with %s (%s) is the GalleryError %s',
  async (code, message, wanted, advice) => {
    const calls: ((gallery: PostgresGallery) => Promise<unknown>)[] = [
      (gallery) => gallery.enrol('ada', face),
      (gallery) => gallery.search(face),
      (gallery) => gallery.remove('ada'),
      (gallery) => gallery.get('ada'),
      (gallery) => gallery.vectors('ada'),
      (gallery) => gallery.counts(),
      (gallery) => gallery.createIndex(),
      (gallery) => gallery[Symbol.asyncIterator]().next(),
    ];
    for (const call of calls) {
      const failed = call(rejecting(code, message));
      await expect(failed).rejects.toBeInstanceOf(GalleryError);
      await expect(failed).rejects.toMatchObject({
        code: wanted,
        message: expect.stringContaining(advice) as string,
        cause: { code },
      });
    }
  },
);

it('passes other failures of a database on as they are', async () => {
  const broken = Object.assign(new Error('the connection is gone'), { code: '57P01' });
  const client: Queryable = { query: () => Promise.reject(broken) };
  await expect(new PostgresGallery({ client, model: VECTOR_MODEL }).prepare()).rejects.toBe(broken);
});
