import { readFile } from 'node:fs/promises';
import { VECTOR_MODEL } from '@facet/engine';
import { Gallery } from '@facet/gallery';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SqliteDatabase } from '../../db/database.js';
import { openSqlite } from '../../db/sqlite/open-sqlite.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { importPeople } from '../import-people.js';
import type { Collections } from '../collections.js';
import { openCollections } from '../open-collections.js';
import {
  ALL,
  KEYS,
  openSqliteCollections,
  type SqliteCollections,
} from './sqlite-collections.test.fixture.js';
import type { SqliteFaceStore } from './sqlite-face-store.js';
import { exportedBytes } from '../export-collection.js';

/** More than are kept as plain vectors, so that codes are searched and the rows compared. */
const MANY = 2600;
const signal = new AbortController().signal;

let opened: SqliteCollections;
let folder: string;
let database: SqliteDatabase;
let store: SqliteFaceStore;
let collections: Collections;
beforeEach(async () => {
  opened = await openSqliteCollections();
  ({ folder, database, store, collections } = opened);
  await collections.put(ALL, 'c');
});
afterEach(async () => {
  await opened.close();
});

/** Faces of people, three each, in the collection and in a gallery that says what a search must find. */
async function fill(gallery: Gallery, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 500) {
    const seeds = Array.from({ length: Math.min(500, to - start) }, (_, n) => start + n);
    const people = new Map<string, Float32Array[]>();
    for (const seed of seeds) {
      const id = `p${String(Math.floor(seed / 3)).padStart(5, '0')}`;
      const vector = Float32Array.from(vectorOf(seed));
      gallery.enrol(id, vector);
      people.set(id, [...(people.get(id) ?? []), vector]);
    }
    const imported = [...people].map(([id, vectors]) => ({ id, fields: {}, vectors }));
    await importPeople(collections.parts, ALL, { collection: 'c', people: imported, signal });
  }
}

async function expectSame(gallery: Gallery, seeds: readonly number[]): Promise<void> {
  for (const seed of seeds)
    for (const [k, threshold] of [
      [1, undefined],
      [10, 0.62],
      [25, 0.9],
    ] as const) {
      const query = Float32Array.from(vectorOf(seed, 0.05));
      const expected = gallery.search(query, threshold === undefined ? { k } : { k, threshold });
      const found = await collections.faces.searchIn(
        await collections.faces.prepare('a', ['c'], signal),
        [query],
        {
          maxResults: k,
          threshold,
          signal,
        },
      );
      expect(found.threshold).toBeCloseTo(expected.threshold, 12);
      expect(found.matches[0]?.map(({ person, distance }) => [person, distance])).toEqual(
        expected.hits.map(({ id, distance }) => [id, distance]),
      );
    }
}

const removed = (gallery: Gallery, id: string): Promise<number> => {
  gallery.remove(id);
  return collections.people.delete(ALL, 'c', id);
};

it('finds exactly what a gallery finds, while people come and go', async () => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  await fill(gallery, 0, 900);
  await expectSame(gallery, [3, 500, 5000]);
  await fill(gallery, 900, MANY);
  await expectSame(gallery, [3, 901, 2000, 5000, 5001]);
  await removed(gallery, 'p00001');
  await removed(gallery, 'p00400');
  await expectSame(gallery, [3, 4, 1200, 1201]);
});

it('misses nothing that changes while a collection is loaded', async () => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  await fill(gallery, 0, MANY);
  // Loading takes many turns of the event loop, in which all of this happens.
  const loading = store.ready(await collections.find('a', 'c'), signal);
  const changes = [
    fill(gallery, MANY, MANY + 30),
    removed(gallery, 'p00000'),
    removed(gallery, 'p00700'),
    collections.people.merge(ALL, 'c', 'p00002', 'p00003'),
  ];
  for (const vector of gallery.vectors('p00003')) gallery.enrol('p00002', vector);
  gallery.remove('p00003');
  await Promise.all([loading, ...changes]);
  await expectSame(gallery, [0, 1, 9, 10, 2100, 2101, MANY + 5, MANY + 29]);
});

it('keeps the index as the table is, when a transaction fails', async () => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  await fill(gallery, 0, 30);
  const row = await collections.find('a', 'c');
  await store.ready(row, signal);
  const failing = store.change(row.number, async (tx) => {
    const vector = Float32Array.from(vectorOf(999));
    await store.insert(tx, row.number, [{ number: 1000, person: 1, vector }], { model: VECTOR_MODEL, at: 0 });
    store.removed(row.number, [1, 2, 3]);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await expectSame(gallery, [0, 1, 2, 999]);
});

it('exports people as a whole while others write, and no file that only looks complete', async () => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  await fill(gallery, 0, 300);
  const exporting = async (change: () => Promise<unknown>): Promise<Gallery> => {
    const chunks: Uint8Array[] = [];
    const row = await collections.find('a', 'c');
    for await (const chunk of exportedBytes(collections.parts, row, signal)) {
      if (chunks.length === 0) await change();
      chunks.push(chunk);
    }
    return Gallery.load(Buffer.concat(chunks), { model: VECTOR_MODEL });
  };
  const file = await exporting(() => removed(gallery, 'p00050'));
  expect([...file].filter(({ id }) => id !== 'p00050')).toEqual([...gallery]);
  await expect(exporting(() => collections.delete('a', 'c'))).rejects.toMatchObject({
    code: 'unknown-collection',
  });
});

it('deletes a large collection a few rows at a time, and all of it', async () => {
  await fill(new Gallery({ model: VECTOR_MODEL }), 0, 1200);
  await collections.delete('a', 'c');
  await expect(collections.find('a', 'c')).rejects.toMatchObject({ code: 'unknown-collection' });
  await collections.sweep();
  for (const table of ['collection', 'collection_person', 'collection_face'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

it('hides a deleted collection at once, and goes on deleting it after a restart', async () => {
  await fill(new Gallery({ model: VECTOR_MODEL }), 0, 1200);
  const { number } = await collections.find('a', 'c');
  // As far as a server gets that ends on the way.
  await database.db.updateTable('collection').set({ account_id: null, id: null }).execute();
  expect(await store.eraseSome(number)).toBe(false);
  await collections.close();
  await database.close();

  database = await openSqlite(folder);
  collections = await openCollections({
    database,
    keys: KEYS,
    isOn: true,
    maxBytes: 2 ** 30,
    onFault: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  await collections.sweep();
  for (const table of ['collection', 'collection_person', 'collection_face'] as const)
    expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  await collections.close();
  await database.close();
});

it('deletes thousands of expired people in one sweep, a few hundred in each transaction', async () => {
  const people = 3000;
  const imported = Array.from({ length: people }, (_, n) => ({
    id: `p${n}`,
    fields: {},
    vectors: [Float32Array.from(vectorOf(n))],
  }));
  await importPeople(collections.parts, ALL, { collection: 'c', people: imported, signal });
  const { db } = database;
  await db.updateTable('collection_person').set({ expires_at: 1 }).execute();
  await collections.sweep();
  expect(await collections.find('a', 'c')).toMatchObject({ people: 0, faces: 0 });
  for (const table of ['collection_person', 'collection_face'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  const audit = await db.selectFrom('audit').select('detail').execute();
  const deleted = audit.map(({ detail }) => Number.parseInt(detail, 10));
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(people);
  expect(deleted).toHaveLength(people / 200);
});

it('bounds how many faces one transaction compares or deletes', async () => {
  const people = ['a', 'b', 'c', 'd', 'e'].map((id, n) => ({
    id,
    fields: {},
    vectors: Array.from({ length: 150 }, (_, i) => Float32Array.from(vectorOf(150 * n + i))),
  }));
  /** The transactions that the work takes. */
  const transactionsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const change = vi.spyOn(store, 'change');
    await work();
    const { length } = change.mock.calls;
    change.mockRestore();
    return length;
  };
  const add = () => importPeople(collections.parts, ALL, { collection: 'c', people, signal });
  // Three people bring 450 faces, four more than 500.
  expect(await transactionsOf(add)).toBe(2);
  expect(await collections.find('a', 'c')).toMatchObject({ people: 5, faces: 750 });
  // Now each is compared with 150 more.
  expect(await transactionsOf(add)).toBe(5);
  expect(await collections.find('a', 'c')).toMatchObject({ people: 5, faces: 750 });
  await database.db.updateTable('collection_person').set({ expires_at: 1 }).execute();
  expect(await transactionsOf(() => collections.sweep())).toBe(2);
  expect(await collections.find('a', 'c')).toMatchObject({ people: 0, faces: 0 });
});

it('overwrites in the file what is deleted, also while collections are off', async () => {
  await fill(new Gallery({ model: VECTOR_MODEL }), 0, 60);
  const rows = await database.db.selectFrom('collection_face').select('sealed').execute();
  await database.db.updateTable('collection_person').set({ expires_at: 1 }).execute();
  await collections.close();
  await database.close();
  const holds = async (): Promise<number> => {
    const bytes = await readFile(database.path);
    return rows.filter(({ sealed }) => bytes.includes(Buffer.from(sealed))).length;
  };
  expect(await holds()).toBe(60);

  database = await openSqlite(folder);
  collections = await openCollections({
    database,
    keys: KEYS,
    isOn: false,
    maxBytes: 2 ** 30,
    onFault: (message, cause) => {
      throw new Error(message, { cause });
    },
  });
  await collections.sweep();
  await collections.close();
  await database.close();
  expect(await holds()).toBe(0);
});
