import { createCipheriv } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SqliteDatabase } from '../../db/database.js';
import { openSqlite } from '../../db/sqlite/open-sqlite.js';
import type { Collections } from '../collections.js';
import { importPeople } from '../import-people.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import {
  ALL,
  KEYS,
  openSqliteCollections,
  type SqliteCollections,
} from './sqlite-collections.test.fixture.js';
import { SqliteFaceStore } from './sqlite-face-store.js';
import { NEVER, Turns } from '../../work/turns.js';
import { exportedBytes } from '../export-collection.js';

const signal = new AbortController().signal;

let opened: SqliteCollections;
let folder: string;
let database: SqliteDatabase;
let store: SqliteFaceStore;
let collections: Collections;
beforeEach(async () => {
  opened = await openSqliteCollections();
  ({ folder, database, store, collections } = opened);
});
afterEach(async () => {
  await opened.close();
});

/** Enrols one person for each seed, three faces each. */
async function enrol(collection: string, seeds: readonly number[]): Promise<void> {
  await collections.put(ALL, collection);
  const people = seeds.map((seed) => ({
    id: `p${seed}`,
    fields: {},
    vectors: [0, 1, 2].map((n) => Float32Array.from(vectorOf(3 * seed + n))),
  }));
  await importPeople(collections.parts, ALL, { collection, people, signal });
}

const SEALED_HEAD = 12 + 16;
const COMPARED = 16;

/**
 * Which of these people somebody with the key can read in any file of the folder, also outside of any row: every place is
 * taken for the beginning of a sealed vector, and its first numbers are decrypted as AES-GCM does.
 */
async function readable(seeds: readonly number[]): Promise<number[]> {
  const wanted = new Map<string, number>();
  for (const seed of seeds)
    for (const n of [0, 1, 2]) {
      const { buffer } = Float32Array.from(vectorOf(3 * seed + n));
      wanted.set(Buffer.from(buffer, 0, COMPARED).toString('hex'), seed);
    }
  const found = new Set<number>();
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    const places = Math.max(0, bytes.length - SEALED_HEAD - COMPARED);
    const counters = Buffer.alloc(16 * places);
    for (let at = 0; at < places; at++) {
      bytes.copy(counters, 16 * at, at, at + 12);
      counters[16 * at + 15] = 2;
    }
    const stream = createCipheriv('aes-256-ecb', KEYS.vectors, null).update(counters);
    const plain = Buffer.alloc(COMPARED);
    for (let at = 0; at < places; at++) {
      for (let n = 0; n < COMPARED; n++)
        plain[n] = (bytes[at + SEALED_HEAD + n] ?? 0) ^ (stream[16 * at + n] ?? 0);
      // Numbers of a vector lie below 1: of random bytes, hardly any do.
      if (((plain[3] ?? 0) & 0x7f) > 0x3f || ((plain[7] ?? 0) & 0x7f) > 0x3f) continue;
      for (const text of [plain, bytes.subarray(at, at + COMPARED)]) {
        const seed = wanted.get(text.toString('hex'));
        if (seed !== undefined) found.add(seed);
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

it('finds what is there: the search of these tests works', async () => {
  await enrol('c', [0, 1, 2]);
  expect(await readable([0, 1, 2, 3])).toEqual([0, 1, 2]);
  await collections.people.delete(ALL, 'c', 'p1');
  // In the log, from before the deletion.
  expect(await readable([1])).toEqual([1]);
});

it('leaves nothing of deleted people in any file, the log included', async () => {
  await enrol('c', upTo(40));
  await enrol('other', upTo(80).slice(40));
  await enrol('c', upTo(90).slice(80));
  await collections.people.delete(ALL, 'c', 'p7');
  await collections.people.deleteSeveral(ALL, 'c', ['p0', 'p39', 'p85']);
  await store.forget();
  expect(await readable([0, 7, 39, 85])).toEqual([]);
  expect(await readable([1, 38, 60])).toEqual([1, 38, 60]);
  await collections.delete('a', 'c');
  await collections.sweep();
  await store.forget();
  expect(await readable(upTo(90))).toEqual(upTo(80).slice(40));
});

it('leaves nothing of people who have expired, whose face is replaced, or who come and go', async () => {
  const ids = upTo(60);
  for (const seed of ids) {
    await enrol(`c${seed % 3}`, [seed]);
    if (seed % 4 === 3) await collections.people.delete(ALL, `c${(seed - 2) % 3}`, `p${seed - 2}`);
  }
  const { db } = database;
  await db.updateTable('collection_person').set({ expires_at: 1 }).where('id', 'in', ['p2', 'p6']).execute();
  await collections.sweep();
  await store.forget();
  const gone = ids.filter((seed) => seed % 4 === 1 || seed === 2 || seed === 6);
  expect(await readable(ids)).toEqual(ids.filter((seed) => !gone.includes(seed)));
});

it('is not held up by an export that nobody reads', async () => {
  await enrol('c', upTo(60));
  const row = await collections.find('a', 'c');
  const exporting = exportedBytes(collections.parts, row, NEVER);
  await exporting.next();
  await collections.people.delete(ALL, 'c', 'p3');
  await store.forget();
  expect(await readable([3])).toEqual([]);
  await exporting.return();
});

it('empties the log at the start, and again after a failure', async () => {
  await enrol('c', [0, 1]);
  await collections.people.delete(ALL, 'c', 'p1');
  const there = await openSqlite(folder);
  await there.connection.begin();
  await store.forget();
  there.connection.rollback();
  await there.close();
  const restarted = new SqliteFaceStore({
    database,
    keys: KEYS,
    maxBytes: 2 ** 30,
    turns: new Turns({ atOnce: 1 }),
  });
  await restarted.forget();
  expect(await readable([0, 1])).toEqual([0]);
});
