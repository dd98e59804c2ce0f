import { VECTOR_MODEL } from '@facet/engine';
import { toSql } from '@facet/gallery/pgvector';
import { createPgvectorDatabase, pgvectorUrl } from '@facet/test-support';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PostgresDatabase } from '../../db/database.js';
import { migrate } from '../../db/migrate.js';
import { openPostgres } from '../../db/postgres/open-postgres.js';
import { Collections } from '../collections.js';
import { importPeople } from '../import-people.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { deriveKeys } from '../../accounts/secret/keys.js';
import { asUnavailable } from '../../db/database-outage.js';
import { ServiceError } from '../../errors.js';
import { lockedCollection } from '../collection-rows.js';
import { openCollections } from '../open-collections.js';
import { EXACTLY } from './nearest-people.js';
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
  let databaseUrl: string;
  let one: Server;
  let other: Server;

  beforeAll(async () => {
    const place = await createPgvectorDatabase(server ?? '');
    closing.push(() => place.drop());
    databaseUrl = place.url;
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

  it('hold no call of their account up while they change', async () => {
    await fill('changing', { ada: 1 });
    const { number } = await one.collections.find('acc', 'changing');
    await one.store.change(number, async (tx) => {
      await lockedCollection(one.collections.parts, tx, 'acc', 'changing');
      // As the meter locks it.
      const { rows } = await sql`select id from account where id = 'acc' for no key update nowait`.execute(
        other.database.db,
      );
      expect(rows).toHaveLength(1);
    });
  });

  it('are enrolled, or their collection is not known, while it is deleted', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      await one.collections.put(OWNER, 'deleted');
      const enrolling = Array.from({ length: 6 }, (_, n) =>
        (n % 2 === 0 ? one : other).collections.faces
          .enrol(OWNER, {
            collection: 'deleted',
            person: `p${n % 3}`,
            vector: Float32Array.from(vectorOf(20_000 + n)),
            signal,
          })
          .then(
            () => 'enrolled',
            (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
          ),
      );
      const deleting = one.collections.delete('acc', 'deleted').then(() => other.collections.sweep());
      for (const outcome of await Promise.all(enrolling)) outcomes.add(outcome);
      await deleting;
    }
    expect([...outcomes].filter((each) => each !== 'enrolled' && each !== 'unknown-collection')).toEqual([]);
    await Promise.all([one.collections.sweep(), other.collections.sweep()]);
    const { rows } = await sql`select 1 from collection where account_id is null`.execute(one.database.db);
    expect(rows).toEqual([]);
  });

  it('expire by the clock of the database, whatever that of a server says', async () => {
    await fill('expiring', { soon: 1, gone: 1 });
    const { number } = await one.collections.find('acc', 'expiring');
    const endsIn = (id: string, minutes: number): Promise<unknown> =>
      sql`update collection_person set expires_at = ${Date.now() + minutes * 60_000}
        where collection = ${number} and id = ${id}`.execute(one.database.db);
    await endsIn('soon', 30);
    await endsIn('gone', -1);
    const hourAhead = Date.now() + 60 * 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(hourAhead);
    const late = await openCollections({
      database: one.database,
      keys: deriveKeys('the secret of this test, which is long enough'),
      isOn: true,
      maxBytes: 0,
      onFault: fail,
    });
    try {
      await late.sweep();
      expect(await late.people.list('acc', 'expiring', { prefix: '', after: '', limit: 9 })).toMatchObject([
        { id: 'soon' },
      ]);
      const { matches } = await late.faces.searchIn(
        await late.faces.prepare('acc', ['expiring'], signal),
        [Float32Array.from(vectorOf(0))],
        { maxResults: 5, threshold: 0.1, signal },
      );
      expect(matches[0]?.map(({ person }) => person)).toEqual(['soon']);
      expect(await late.parts.store.peopleAfter(number, '')).toMatchObject([{ id: 'soon' }]);
    } finally {
      clock.mockRestore();
      await late.close();
    }
  });

  it('are unavailable for a while, and nothing worse, without connections or while their table is locked', async () => {
    await fill('busy', { ada: 1 });
    const place = one.database.connections;
    const hasty = openPostgres(databaseUrl, 300);
    const store = new PostgresFaceStore(hasty, fail, INDEXED_ABOVE);
    const vector = Float32Array.from(vectorOf(0));
    const row = await one.collections.find('acc', 'busy');
    const search = (): Promise<unknown> => store.nearest([row], vector, { k: 1, threshold: 1, signal });
    const locking = await place.connect(place.other);
    try {
      await locking.query('begin; lock table collection_face in access exclusive mode');
      expect(await search().catch(asUnavailable)).toMatchObject({ reason: 'database-unavailable' });
      await locking.query('rollback');
      expect(await search()).toMatchObject([{ id: 'ada' }]);
    } finally {
      locking.release();
      await store.close();
      await hasty.close();
    }

    const { faces, people } = one.collections;
    const prepared = await faces.prepare('acc', ['busy'], signal);
    const held = await Promise.all(Array.from({ length: 8 }, () => place.connect(place.other)));
    const fates = await Promise.all(
      [
        faces.searchIn(prepared, [vector], { maxResults: 1, threshold: 1, signal }),
        faces.enrol(OWNER, { collection: 'busy', person: 'eve', vector, signal }),
        faces.verify('acc', 'busy', 'ada', vector),
        people.put(OWNER, 'busy', 'eve', {}),
      ].map((work) => work.catch(asUnavailable)),
    );
    for (const client of held) client.release();
    expect(fates).toMatchObject(fates.map(() => ({ reason: 'database-unavailable' })));
  });

  it('are looked up for the nearest alone', async () => {
    const people = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`p${n}`, 2]));
    await fill('crowd', people);
    const { number } = await one.collections.find('acc', 'crowd');
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, format json) ${sql.raw(
      EXACTLY.replaceAll('$1', `'${toSql(Float32Array.from(vectorOf(3)))}'`)
        .replace('$2', '2')
        .replace('$3', '15')
        .replace('$4', `'{${number}}'`),
    )}`.execute(one.database.db);
    const read = new Map<string, number>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const {
        'Relation Name': table,
        'Actual Rows': found,
        'Actual Loops': loops,
      } = node as Record<string, unknown>;
      if (typeof table === 'string') read.set(table, (read.get(table) ?? 0) + Number(found) * Number(loops));
      for (const child of Object.values(node)) visit(child);
    };
    visit(rows);
    expect(read.get('collection_person')).toBe(15);
    // Each once, and those of the nearest again.
    expect(read.get('collection_face')).toBeLessThanOrEqual(800 + 2 * 15);
  });
});
