import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NEVER } from '../../work/turns.js';
import { exportedBytes } from '../export-collection.js';
import { importPeople } from '../import-people.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { ALL, openSqliteCollections, type SqliteCollections } from './sqlite-collections.test.fixture.js';

const MAX_BYTES = 64 * 2 ** 20;
const WRITTEN_AT_ONCE = 4 * 2 ** 20;
const READERS = 4;

let opened: SqliteCollections;
beforeEach(async () => {
  opened = await openSqliteCollections();
});
afterEach(async () => {
  await opened.close();
});

it('the write-ahead log stays below 64 MB while exports are read slowly and much is written', async () => {
  const { collections, database } = opened;
  await collections.put(ALL, 'c');
  const people = Array.from({ length: 300 }, (_, n) => ({
    id: `p${String(n).padStart(3, '0')}`,
    fields: {},
    vectors: [Float32Array.from(vectorOf(n))],
  }));
  await importPeople(collections.parts, ALL, { collection: 'c', people, signal: NEVER });
  const row = await collections.find('a', 'c');
  const exports = Array.from({ length: READERS }, () => exportedBytes(collections.parts, row, NEVER));
  const { db } = database;
  await sql`create table filler (bytes blob)`.execute(db);
  let largest = 0;
  for (let written = 0; written < 3 * MAX_BYTES; written += WRITTEN_AT_ONCE) {
    // Each of them has begun, and waits for its client.
    const begun = exports[written / WRITTEN_AT_ONCE];
    if (begun !== undefined) expect(await begun.next()).toMatchObject({ done: false });
    await sql`insert into filler values (zeroblob(${sql.lit(WRITTEN_AT_ONCE)}))`.execute(db);
    largest = Math.max(largest, (await stat(`${database.path}-wal`)).size);
  }
  expect(largest).toBeGreaterThan(WRITTEN_AT_ONCE);
  expect(largest).toBeLessThanOrEqual(MAX_BYTES);
  // The slow readers still get all of it.
  for (const each of exports) {
    let last: Uint8Array | undefined;
    for await (const chunk of each) last = chunk;
    expect(last?.length).toBeGreaterThan(0);
  }
  // After a transaction that is larger than that, the log is small again as soon as it is begun anew.
  await sql`insert into filler values (zeroblob(${sql.lit(2 * MAX_BYTES)}))`.execute(db);
  await sql`insert into filler values (zeroblob(1))`.execute(db);
  await sql`insert into filler values (zeroblob(1))`.execute(db);
  expect((await stat(`${database.path}-wal`)).size).toBeLessThanOrEqual(MAX_BYTES);
});
