import { VECTOR_MODEL } from '@facet/engine';
import { createPgvectorDatabase, pgvectorUrl } from '@facet/test-support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostgresDatabase } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import { Collections } from '../collections.js';
import { importPeople } from '../import-people.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { PostgresFaceStore } from './postgres-face-store.js';
import { Turns } from '../../work/turns.js';

const server = pgvectorUrl('the tests of people in PostgreSQL');
const OWNER = { accountId: 'acc', limits: { collections: null, people: null, faces: null } };
const { signal } = new AbortController();
/** Far fewer than in practice, so that an index is built quickly. */
const INDEXED_ABOVE = 50;

const fail = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

interface Server {
  readonly database: PostgresDatabase;
  readonly store: PostgresFaceStore;
  readonly collections: Collections;
}

describe.skipIf(server === undefined)('people in PostgreSQL (FACET_TEST_PGVECTOR_URL)', () => {
  const closing: (() => Promise<unknown>)[] = [];
  let one: Server;
  let other: Server;

  beforeAll(async () => {
    const place = await createPgvectorDatabase(server ?? '');
    closing.push(() => place.drop());
    const open = (): Server => {
      const database = openPostgres(place.url, 120_000);
      const store = new PostgresFaceStore(database, fail, INDEXED_ABOVE);
      const collections = new Collections(
        { database, store, turns: new Turns({ atOnce: 4 }), now: Date.now },
        fail,
      );
      closing.push(async () => {
        await collections.close();
        await database.close();
      });
      return { database, store, collections };
    };
    [one, other] = [open(), open()];
    await migrate(one.database);
    await one.store.prepare();
    await other.store.prepare();
    await sql`insert into account (id, label, role, created_at) values ('acc', '', 'user', 0)`.execute(
      one.database.db,
    );
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  beforeEach(async () => {
    await sql`delete from audit`.execute(one.database.db);
  });

  /** People who have so many faces, each of a number of its own. */
  async function fill(collection: string, faces: Readonly<Record<string, number>>): Promise<void> {
    await one.collections.put(OWNER, collection);
    let seed = 0;
    const people = Object.entries(faces).map(([id, count]) => ({
      id,
      fields: {},
      vectors: Array.from({ length: count }, () => Float32Array.from(vectorOf(seed++))),
    }));
    await importPeople(one.collections.parts, OWNER, { collection, people, signal });
  }

  const endAll = (collection: number): Promise<unknown> =>
    sql`update collection_person set expires_at = 1 where collection = ${collection}`.execute(
      one.database.db,
    );

  /** How many people the audit log says have expired, entry by entry. */
  const expired = async (): Promise<string[]> => {
    const rows = await one.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'people-expired')
      .execute();
    return rows.map(({ detail }) => detail);
  };

  it('are counted once where two servers delete them at the same time', async () => {
    await fill('swept', Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, 2])));
    const { number } = await one.collections.find('acc', 'swept');
    await endAll(number);
    await Promise.all([one.collections.sweep(), other.collections.sweep()]);
    expect(await one.collections.find('acc', 'swept')).toMatchObject({ people: 0, faces: 0 });
    expect(await expired()).toEqual(['100 people, 200 faces']);
  });

  it('are counted right where they are enrolled, written and imported while they expire', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `p${n}`);
    await fill('revived', Object.fromEntries(ids.map((id) => [id, 2])));
    const { number } = await one.collections.find('acc', 'revived');
    await endAll(number);
    const vectors = [Float32Array.from(vectorOf(9000))];
    await Promise.all([
      one.collections.sweep(),
      other.collections.sweep(),
      ...ids.slice(0, 20).map((id) => one.collections.people.put(OWNER, 'revived', id, {})),
      ...ids.slice(20, 40).map((id) =>
        other.collections.faces.enrol(OWNER, {
          collection: 'revived',
          person: id,
          vector: vectors[0] ?? fail('', id),
          signal,
        }),
      ),
      importPeople(one.collections.parts, OWNER, {
        collection: 'revived',
        people: ids.slice(40).map((id) => ({ id, fields: {}, vectors })),
        signal,
      }),
    ]);
    expect(await one.collections.find('acc', 'revived')).toMatchObject({ people: 60, faces: 40 });
    const { rows } = await sql<{ people: number; faces: number }>`
      select (select count(*) from collection_person where collection = ${number}) as people,
        (select count(*) from collection_face where collection = ${number}) as faces`.execute(
      one.database.db,
    );
    expect(rows).toEqual([{ people: 60, faces: 40 }]);
  });

  it('are merged and corrected in a collection with an index, in bounded transactions', async () => {
    await fill('indexed', { ada: 230, eve: 20, grace: 40 });
    const { number } = await one.collections.find('acc', 'indexed');
    // At its first check a server does not know whether the collection still grows.
    await one.store.indexes.update();
    await one.store.indexes.update();
    const { rows } = await sql<{ valid: boolean }>`
      select indisvalid as valid from pg_index
      where indexrelid = to_regclass(${`collection_face_hnsw_${number}`})`.execute(one.database.db);
    expect(rows).toEqual([{ valid: true }]);

    const moved = vi.spyOn(one.store, 'moved');
    const change = vi.spyOn(one.store, 'change');
    expect(await one.collections.people.merge(OWNER, 'indexed', 'eve', 'ada')).toBe(230);
    expect(change).toHaveBeenCalledTimes(3);
    expect(moved.mock.calls.length).toBe(3);
    await one.collections.faces.move(OWNER, { collection: 'indexed', person: 'eve', face: 7 }, 'grace');
    expect(await one.collections.find('acc', 'indexed')).toMatchObject({ people: 2, faces: 290 });
    const people = await one.collections.people.list('acc', 'indexed', { prefix: '', after: '', limit: 9 });
    expect(people.map(({ id, faces }) => [id, faces])).toEqual([
      ['eve', 249],
      ['grace', 41],
    ]);
    /** Whose the face with the number is, as the other server finds it. */
    const whose = async (face: number): Promise<string | undefined> => {
      const query = [Float32Array.from(vectorOf(face - 1))];
      const { matches } = await other.collections.faces.searchIn(
        await other.collections.faces.prepare('acc', ['indexed'], signal),
        query,
        {
          maxResults: 1,
          threshold: 0.01,
          signal,
        },
      );
      return matches[0]?.[0]?.person;
    };
    expect([await whose(1), await whose(230), await whose(7), await whose(260)]).toEqual([
      'eve',
      'eve',
      'grace',
      'grace',
    ]);
    expect((await one.collections.find('acc', 'indexed')).model).toBe(VECTOR_MODEL);
  });
});
