import { expect, it } from 'vitest';
import { cluster } from './cluster/cluster.js';
import { Gallery } from './gallery.js';
import { GalleryError } from './gallery-error.js';
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

const face = { model: VECTOR_MODEL, vector: Array.from({ length: 128 }, () => 0.03) };
const nothing = null as never;

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
])('%s is the GalleryError %s', async (_call, code, work) => {
  const gallery = new Gallery();
  gallery.enrol('ada', face);
  const error: unknown = await Promise.resolve()
    .then(() => work(gallery))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(GalleryError);
  expect(error).toMatchObject({ code });
});
