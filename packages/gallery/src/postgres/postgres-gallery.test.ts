import { pgvectorUrl } from '@facet/test-support';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Gallery } from '../gallery.js';
import { VECTOR_MODEL } from '../search/impostor-distances.js';
import { GalleryError } from '../gallery-error.js';
import { nearVector, randomVector, searchNaively, seededRandom } from '../gallery.test.fixture.js';
import { PostgresGallery } from './postgres-gallery.js';

const url = pgvectorUrl('the tests of PostgresGallery');

/** A name that only careful quoting survives. */
const NAME = `it's "a" gallery; --`;
const vector = (...start: number[]): number[] => [
  ...start,
  ...Array.from({ length: 128 - start.length }, () => 0),
];

describe.skipIf(url === undefined)('PostgresGallery (FACET_TEST_PGVECTOR_URL)', () => {
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 10_000 });
  let gallery = new PostgresGallery({ client: pool, name: NAME, model: VECTOR_MODEL });

  beforeAll(async () => {
    await pool.query('CREATE SCHEMA IF NOT EXISTS "other ""schema"""');
  });
  beforeEach(async () => {
    gallery = new PostgresGallery({
      client: pool,
      name: NAME,
      schema: 'other "schema"',
      model: VECTOR_MODEL,
    });
    await pool.query('DROP SCHEMA "other ""schema""" CASCADE; CREATE SCHEMA "other ""schema"""');
    await gallery.prepare();
  });
  afterAll(async () => {
    await pool.query('DROP SCHEMA IF EXISTS "other ""schema""" CASCADE');
    await pool.end();
  });

  it('may be prepared again, by many at once, and keeps what is there', async () => {
    await gallery.enrol('ada', vector(0.4));
    await Promise.all(Array.from({ length: 8 }, () => gallery.prepare()));
    expect(await gallery.counts()).toEqual({ people: 1, vectors: 1 });
  });

  it('keeps the vectors in a table of version 0.1.0, which had another name', async () => {
    await gallery.enrol('ada', vector(0.4));
    const quoted = NAME.replaceAll('"', '""');
    await pool.query(`ALTER TABLE "other ""schema"""."${quoted}_vectors" RENAME TO "${quoted}_templates"`);
    await Promise.all(Array.from({ length: 4 }, () => gallery.prepare()));
    expect(await gallery.counts()).toEqual({ people: 1, vectors: 1 });
    // As a program of that version would make it again.
    await pool.query(`CREATE TABLE "other ""schema"""."${quoted}_templates" (number bigint)`);
    await expect(gallery.prepare()).rejects.toThrow('both exist');
  });

  it('rejects tables of another kind', async () => {
    await pool.query(`CREATE TABLE "other ""schema"""."wrong_vectors" (person bigint, vector vector(512))`);
    const wrong = new PostgresGallery({ client: pool, name: 'wrong', schema: 'other "schema"' });
    await expect(wrong.prepare()).rejects.toThrow('vector(512)');
  });

  it('rejects tables from before vectors had models, and says what to do', async () => {
    await pool.query(`CREATE TABLE "other ""schema"""."old_vectors" (person bigint, vector vector(128))`);
    const old = new PostgresGallery({ client: pool, name: 'old', schema: 'other "schema"' });
    await expect(old.prepare()).rejects.toThrow('enrol the photos again');
  });

  it('keeps its vectors to one model', async () => {
    const face = { vector: vector(0.4), model: VECTOR_MODEL };
    const other = { vector: vector(0.4), model: 'another-model' };
    const open = new PostgresGallery({ client: pool, name: NAME, schema: 'other "schema"' });
    await expect(open.enrol('ada', vector(0.4))).rejects.toMatchObject({ code: 'model-missing' });
    await open.enrol('ada', face);
    await expect(open.enrol('ben', other)).rejects.toMatchObject({ code: 'model-differs' });
    const mixed = [
      { id: 'ben', vector: face },
      { id: 'ben', vector: other },
    ];
    await expect(open.enrolAll(mixed)).rejects.toMatchObject({ code: 'model-differs' });
    await expect(open.search(other, { threshold: 0.5 })).rejects.toMatchObject({ code: 'model-differs' });
    expect((await open.search(face)).hits).toEqual([{ id: 'ada', distance: 0 }]);
    expect(await open.counts()).toEqual({ people: 1, vectors: 1 });
  });

  it('finds each person once on one photo', async () => {
    await gallery.enrol('ada', vector(0.4));
    await gallery.enrol('ben', vector(0.4, 0.2));
    const results = await gallery.searchPhoto([vector(0.4, 0.05), vector(0.4)]);
    expect(results.map(({ hits }) => hits[0]?.id)).toEqual(['ben', 'ada']);
  });

  it('finds what the gallery in memory finds, at the same distances', async () => {
    const random = seededRandom(11);
    const centres = Array.from({ length: 40 }, () => randomVector(random));
    const list = Array.from({ length: 1300 }, (_, i) => ({
      id: `person ${i % 500}`,
      vector: nearVector(random, centres[i % 40] ?? new Float32Array(128), 0.3),
      meta: { i },
    }));
    await gallery.enrolAll(list);
    const memory = new Gallery<{ i: number }>({ model: VECTOR_MODEL });
    for (const { id, vector: numbers, meta } of list) memory.enrol(id, numbers, meta);
    for (const centre of centres.slice(0, 10)) {
      const query = nearVector(random, centre, 0.2);
      for (const how of [{}, { k: 10 }, { k: 25, threshold: Infinity }, { k: 5, threshold: 0.3 }]) {
        expect(await gallery.search(query, how)).toEqual(memory.search(query, how));
      }
      expect((await gallery.search(query, { k: 3, threshold: 0.5 })).hits).toMatchObject(
        searchNaively(list, Float32Array.from(query), { k: 3, threshold: 0.5 }),
      );
    }
    expect(await gallery.counts()).toEqual({ people: 500, vectors: 1300 });
    expect(await gallery.vectors('person 7')).toEqual(memory.vectors('person 7'));
    const ids = new Set<string>();
    for await (const { id } of gallery) ids.add(id);
    expect(ids.size).toBe(500);
    expect(await gallery.get('person 7')).toEqual(memory.get('person 7'));
  });

  it('keeps meta values as they were given, until a new one comes', async () => {
    const meta = { b: 1, a: ['ü', null, '\0', { z: 0, y: 1.5 }] };
    await gallery.enrol('ada', vector(0.4), meta);
    await gallery.enrol('ada', vector(0.4));
    await gallery.enrol('ben', vector(0.4), null);
    const { hits } = await gallery.search(vector(0.4), { k: 2 });
    expect(hits).toEqual([
      { id: 'ada', distance: 0, meta },
      { id: 'ben', distance: 0, meta: null },
    ]);
    expect(JSON.stringify(hits[0]?.meta)).toBe(JSON.stringify(meta));
    await gallery.enrol('ada', vector(0.4), 'new');
    expect((await gallery.get('ada'))?.meta).toBe('new');
  });

  it('removes a person with all vectors', async () => {
    for (const x of [0.1, 0.2]) await gallery.enrol(`x'; DROP TABLE people; --`, vector(x));
    await gallery.enrol('ben', vector(0.3));
    expect(await gallery.remove(`x'; DROP TABLE people; --`)).toBe(true);
    expect(await gallery.remove(`x'; DROP TABLE people; --`)).toBe(false);
    expect(await gallery.remove('\0')).toBe(false);
    expect(await gallery.counts()).toEqual({ people: 1, vectors: 1 });
  });

  it('enrols a batch as a whole or not at all', async () => {
    const bad = [
      { id: 'ada', vector: vector(0.4) },
      { id: 'ben', vector: [1, 2, 3] },
    ];
    await expect(gallery.enrolAll(bad)).rejects.toThrow(GalleryError);
    expect(await gallery.counts()).toEqual({ people: 0, vectors: 0 });
  });

  it('takes enrolments of the same people from several sides at once', async () => {
    const people = Array.from({ length: 200 }, (_, i) => ({ id: `p${i}`, vector: vector(0.4, i / 1000) }));
    await Promise.all([
      gallery.enrolAll(people),
      gallery.enrolAll(people.toReversed()),
      gallery.enrolAll(people),
    ]);
    expect(await gallery.counts()).toEqual({ people: 200, vectors: 600 });
  });

  it('searches through an HNSW index on request, and exactly otherwise', async () => {
    const random = seededRandom(5);
    const list = Array.from({ length: 2000 }, (_, i) => ({ id: `p${i}`, vector: randomVector(random) }));
    await gallery.enrolAll(list);
    await gallery.createIndex({ m: 16, efConstruction: 100 });
    await gallery.createIndex();
    let found = 0;
    for (const { id, vector: centre } of list.slice(0, 50)) {
      const query = nearVector(random, centre, 0.2);
      expect((await gallery.search(query, { threshold: 0.5 })).hits[0]?.id).toBe(id);
      const nearby = await gallery.search(query, { approximate: true, threshold: 0.5 });
      if (nearby.hits[0]?.id === id) found++;
    }
    expect(found).toBeGreaterThan(40);
    await gallery.dropIndex();
    expect((await gallery.search(list[0]?.vector ?? [])).hits[0]?.id).toBe('p0');
  });

  it('works on a single client, in the caller’s transaction', async () => {
    const client = await pool.connect();
    try {
      const inside = new PostgresGallery({
        client,
        name: NAME,
        schema: 'other "schema"',
        model: VECTOR_MODEL,
      });
      await client.query('BEGIN');
      await inside.enrol('ada', vector(0.4));
      expect(await inside.has('ada')).toBe(true);
      await client.query('ROLLBACK');
      expect(await inside.has('ada')).toBe(false);
    } finally {
      client.release();
    }
  });
});
