import { distanceBetween } from '@facet/gallery/search';
import { createDatabase, createPgvectorDatabase, dropDatabase, pgvectorUrl } from '@facet/test-support';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { PostgresDatabase } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import type { Neighbour, SearchedCollection } from '../face-store.js';
import { PostgresFaceStore } from './postgres-face-store.js';

const server = pgvectorUrl('the tests of collections in PostgreSQL');

const signal = new AbortController().signal;
const fail = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

/** Numbers from −1 to 1, the same ones for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 1_073_741_823.5 - 1;
}
const next = numbersFrom(7);
const scaled = (length: number): Float32Array => {
  const raw = Float32Array.from({ length: 128 }, next);
  return raw.map((value) => (value * length) / Math.hypot(...raw));
};
const newPerson = (): Float32Array => scaled(0.44);
const near = (vector: Float32Array, distance: number): Float32Array => {
  const offset = scaled(distance);
  return vector.map((value, i) => value + (offset[i] ?? 0));
};

describe('collections on a PostgreSQL without pgvector', () => {
  it('are rejected with what to install', async () => {
    const { folder, template } = inject('postgres');
    const url = await createDatabase(folder, template);
    const database = openPostgres(url);
    const store = new PostgresFaceStore(database, fail);
    try {
      await expect(store.prepare()).rejects.toThrow(
        /^the PostgreSQL server does not have it: install pgvector .*postgresql-\d+-pgvector\), then start Facet again$/,
      );
    } finally {
      await store.close();
      await database.close();
      await dropDatabase(folder, url);
    }
  });
});

describe.skipIf(server === undefined)('collections in PostgreSQL (FACET_TEST_PGVECTOR_URL)', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let database: PostgresDatabase;
  let store: PostgresFaceStore;
  /** As another server has it. */
  let other: PostgresFaceStore;

  beforeAll(async () => {
    const place = await createPgvectorDatabase(server ?? '');
    closing.push(() => place.drop());
    const open = (): PostgresFaceStore => {
      const handle = openPostgres(place.url, 120_000);
      const opened = new PostgresFaceStore(handle, fail, INDEXED_ABOVE);
      closing.push(async () => {
        await opened.close();
        await handle.close();
      });
      database = handle;
      return opened;
    };
    other = open();
    store = open();
    await migrate(database);
    // Servers that start at the same time.
    await Promise.all([store.prepare(), other.prepare()]);
    await store.prepare();
    await sql`insert into account (id, label, role, created_at) values ('acc', '', 'user', 0)`.execute(
      database.db,
    );
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  interface Face {
    readonly person: number;
    readonly number: number;
    readonly vector: Float32Array;
  }

  /** A collection in which each of these people has these vectors. */
  async function fill(
    people: readonly (readonly Float32Array[])[],
    expiresAt: (person: number) => number | null = () => null,
  ): Promise<SearchedCollection & { readonly list: readonly Face[] }> {
    const { db } = database;
    const faces = people.reduce((sum, vectors) => sum + vectors.length, 0);
    const id = `c${Math.random()}`;
    const { number } = await db
      .insertInto('collection')
      .values({ account_id: 'acc', id, faces, people: people.length, created_at: 0, model: 'm' })
      .returning('number')
      .executeTakeFirstOrThrow();
    const rows = await db
      .insertInto('collection_person')
      .values(
        people.map((vectors, i) => ({
          collection: number,
          id: `p${String(i).padStart(5, '0')}`,
          faces: vectors.length,
          expires_at: expiresAt(i),
          created_at: 0,
        })),
      )
      .returning(['number', 'id'])
      .execute();
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    let face = 0;
    const list = people.flatMap((vectors, i) =>
      vectors.map((vector) => ({ person: rows[i]?.number ?? 0, number: ++face, vector })),
    );
    await store.change(number, (tx) => store.insert(tx, number, list, { model: 'm', at: 5 }));
    return { number, faces, list, account_id: 'acc' };
  }

  /** What a search must find, by comparing everything here. */
  function nearestOf(
    list: readonly Face[],
    query: Float32Array,
    { k, threshold }: { k: number; threshold: number },
  ): { person: number; distance: number }[] {
    const best = new Map<number, number>();
    for (const { person, vector } of list) {
      const distance = distanceBetween(vector, query);
      if (distance < threshold && distance < (best.get(person) ?? Infinity)) best.set(person, distance);
    }
    return [...best]
      .map(([person, distance]) => ({ person, distance }))
      .sort((a, b) => a.distance - b.distance || a.person - b.person)
      .slice(0, k);
  }

  const distanceOf = ({ person, distance }: Neighbour): { person: number; distance: number } => ({
    person,
    distance,
  });

  const crowd = (count: number, facesOf: (person: number) => number): Float32Array[][] =>
    Array.from({ length: count }, (_, i) => {
      const centre = newPerson();
      return Array.from({ length: facesOf(i) }, () => near(centre, 0.25));
    });

  const indexNames = async (): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_index x join pg_class c on c.oid = x.indexrelid
      where x.indisvalid and c.relname like 'collection_face_hnsw_%' order by 1`.execute(database.db);
    return rows.map(({ name }) => name);
  };

  it('finds the nearest people of small collections exactly, each once', async () => {
    const [a, b, unsearched] = [
      await fill(crowd(60, (i) => 1 + (i % 3))),
      await fill(crowd(40, () => 2)),
      await fill(crowd(20, () => 2)),
    ];
    for (const { vector } of [...a.list.slice(0, 10), ...b.list.slice(0, 10), ...unsearched.list.slice(0, 5)])
      for (const wanted of [
        { k: 1, threshold: 0.5 },
        { k: 5, threshold: 0.35 },
        { k: 1000, threshold: 0.9 },
      ]) {
        const query = near(vector, 0.2);
        const found = await store.nearest([a, b], query, { ...wanted, signal });
        expect(found.map(distanceOf)).toEqual(nearestOf([...a.list, ...b.list], query, wanted));
        for (const { person, collection } of found)
          expect(collection).toBe(a.list.some((face) => face.person === person) ? a.number : b.number);
      }
    expect(await store.ofPerson(null, a.number, a.list[1]?.person ?? 0)).toEqual(
      a.list.filter(({ person }) => person === a.list[1]?.person),
    );
  });

  it('never finds people who have expired', async () => {
    const people = crowd(10, () => 2);
    const { list, ...collection } = await fill(people, (i) => (i % 2 === 0 ? Date.now() - 1 : null));
    for (const [i, [vector]] of people.entries()) {
      const found = await store.nearest([collection], vector ?? newPerson(), {
        k: 10,
        threshold: 0.1,
        signal,
      });
      expect(found).toHaveLength(i % 2);
    }
    expect(list).toHaveLength(20);
  });

  it('gives large collections an index of their own, finds through it, and drops it with the collection', async () => {
    const many = crowd(6, () => 45);
    const { list, ...large } = await fill([...many, ...crowd(80, () => 1)], (i) => (i === 0 ? 1 : null));
    const exact = list.filter(({ person }) => person !== list[0]?.person);
    const name = `collection_face_hnsw_${large.number}`;
    const search = async (): Promise<void> => {
      for (const { vector } of [...list.slice(0, 5), ...list.slice(-10)]) {
        const query = near(vector, 0.1);
        const wanted = { k: 6, threshold: 0.9 };
        const found = await store.nearest([large], query, { ...wanted, signal });
        expect(found).toHaveLength(6);
        expect(found.slice(0, 1).map(distanceOf)).toEqual(nearestOf(exact, query, wanted).slice(0, 1));
      }
    };
    // As long as there is no index, every face is compared.
    await search();
    // At its first check a server does not know whether the collection still grows.
    for (const { indexes } of [store, other]) await indexes.update();
    expect(await indexNames()).not.toContain(name);
    // Of two servers, one builds.
    await Promise.all([store.indexes.update(), other.indexes.update()]);
    expect(await indexNames()).toContain(name);
    await search();
    const scans = async (): Promise<number> => {
      const { rows } = await sql<{ scans: number }>`
        select idx_scan as scans from pg_stat_user_indexes where indexrelname = ${name}`.execute(database.db);
      return rows[0]?.scans ?? 0;
    };
    await expect.poll(scans).toBeGreaterThanOrEqual(15);

    // What a build that was cut off leaves.
    await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(
      database.db,
    );
    expect(await indexNames()).not.toContain(name);
    await store.indexes.update();
    await store.indexes.update();
    expect(await indexNames()).toContain(name);

    await sql`update collection set account_id = null, id = null where number = ${large.number}`.execute(
      database.db,
    );
    // Also before its rows are gone.
    expect(await store.nearest([large], newPerson(), { k: 5, threshold: 0.9, signal })).toEqual([]);
    while (!(await store.eraseSome(large.number)));
    expect(await store.nearest([large], newPerson(), { k: 5, threshold: 0.9, signal })).toEqual([]);
    await store.indexes.update();
    expect(await indexNames()).not.toContain(name);
  });

  it('hides on every server what one has deleted, 200 times out of 200', async () => {
    const people = crowd(200, () => 1);
    const { list, ...collection } = await fill(people);
    for (const [i, { person, vector }] of list.entries()) {
      const wanted = { k: 1, threshold: 0.01, signal };
      const id = `p${String(i).padStart(5, '0')}`;
      expect(await other.nearest([collection], vector, wanted)).toEqual([
        { person, id, displayName: null, collection: collection.number, distance: 0 },
      ]);
      await store.change(collection.number, (tx) =>
        tx.deleteFrom('collection_person').where('number', '=', person).execute(),
      );
      expect(await other.nearest([collection], vector, wanted)).toEqual([]);
    }
  });

  it('reads people page by page, each with all faces, without those who have none or have expired', async () => {
    const people = crowd(550, (i) => 1 + (i % 5));
    const { number } = await fill([...people, [], [newPerson()]], (i) => (i === 551 ? 1 : null));
    const vectors: (readonly Float32Array[])[] = [];
    for (let after = ''; ;) {
      const page = await store.peopleAfter(number, after);
      vectors.push(...page.map((person) => person.vectors));
      const last = page.at(-1);
      if (last === undefined) break;
      expect(page.reduce((sum, person) => sum + person.vectors.length, 0)).toBeLessThan(510);
      after = last.id;
    }
    expect(vectors).toEqual(people);
  });
});

/** Far fewer than in practice, so that an index is built quickly. */
const INDEXED_ABOVE = 300;
