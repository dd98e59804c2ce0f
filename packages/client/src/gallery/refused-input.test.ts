import { expect, it } from 'vitest';
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
])('enrolling or searching %j, as callers without types may, is a GalleryError', (vector) => {
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
])('a database that answers %s (%s) gets a GalleryError that says what to install', async (code, message) => {
  const client: Queryable = { query: () => Promise.reject(Object.assign(new Error(message), { code })) };
  const failed = new PostgresGallery({ client, model: VECTOR_MODEL }).prepare();
  await expect(failed).rejects.toBeInstanceOf(GalleryError);
  await expect(failed).rejects.toMatchObject({ code: 'store-extension' });
});

it('passes other failures of a database on as they are', async () => {
  const broken = Object.assign(new Error('the connection is gone'), { code: '57P01' });
  const client: Queryable = { query: () => Promise.reject(broken) };
  await expect(new PostgresGallery({ client, model: VECTOR_MODEL }).prepare()).rejects.toBe(broken);
});
