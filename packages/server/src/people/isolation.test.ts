import type { KyselyPlugin } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { deriveKeys } from '../accounts/secret/keys.js';
import type { Database } from '../db/database.js';
import { onBothDatabases } from '../db/databases.test.fixture.js';
import { ServiceError } from '../errors.js';
import { Collections } from './collections.js';
import type { FaceStore } from './face-store.js';
import { importPeople } from './import-people.js';
import { PostgresFaceStore } from './postgres/postgres-face-store.js';
import { SqliteFaceStore } from './sqlite/sqlite-face-store.js';
import { vectorOf } from './vector-of.test.fixture.js';
import { Turns } from '../work/turns.js';

const ALL = { collections: null, people: null, faces: null };
const VICTIM = { accountId: 'victim', limits: ALL };
const CURIOUS = { accountId: 'curious', limits: ALL };
const VECTOR = Float32Array.from(vectorOf(1));
const fail = (message: string, cause: unknown): never => {
  throw new Error(message, { cause });
};

/** Collections on the database, and the statements that they send to it. */
function recorded(database: Database): { readonly collections: Collections; readonly statements: string[] } {
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(database.db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const db = database.db.withPlugin(recorder);
  const keys = deriveKeys('the secret of this test, which is long enough');
  const store: FaceStore =
    database.dialect === 'sqlite'
      ? new SqliteFaceStore({ database, keys, maxBytes: 2 ** 30, turns: new Turns({ atOnce: 1 }) })
      : new PostgresFaceStore(database, fail);
  store.change = (_collection, work) => db.transaction().execute(work);
  const parts = {
    database: { db, dialect: database.dialect },
    store,
    turns: new Turns({ atOnce: 1 }),
    now: Date.now,
  };
  return { collections: new Collections(parts, fail), statements };
}

onBothDatabases('a collection of another account', (open) => {
  it('costs the same work as one that does not exist, and gets the same error', async () => {
    const database = await open();
    const { collections, statements } = recorded(database);
    onTestFinished(() => collections.close());
    for (const { accountId: id } of [VICTIM, CURIOUS])
      await database.db
        .insertInto('account')
        .values({ id, user_id: null, label: id, role: 'user', created_at: 0, suspended_at: null })
        .execute();
    await collections.put(VICTIM, 'private');
    await collections.people.put(VICTIM, 'private', 'ada', { display_name: 'Ada' });

    const { people, faces, parts } = collections;
    const { signal } = new AbortController();
    const imported = [{ id: 'eve', fields: {}, vectors: [VECTOR] }];
    const attempts: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
      describe: (id) => collections.find(CURIOUS.accountId, id),
      delete: (id) => collections.delete(CURIOUS.accountId, id),
      people: (id) => people.list(CURIOUS.accountId, id, { prefix: '', after: '', limit: 10 }),
      person: (id) => people.find(CURIOUS.accountId, id, 'ada'),
      put: (id) => people.put(CURIOUS, id, 'ada', {}),
      forget: (id) => people.delete(CURIOUS, id, 'ada'),
      merge: (id) => people.merge(CURIOUS, id, 'ada', 'eve'),
      move: (id) => faces.move(CURIOUS, { collection: id, person: 'ada', face: 1 }, 'eve'),
      erase: (id) => faces.delete(CURIOUS, { collection: id, person: 'ada', face: 1 }),
      prepare: (id) => faces.prepareEnrolment(CURIOUS, id, 'ada', signal),
      enrol: (id) => faces.enrol(CURIOUS, { collection: id, person: 'ada', vector: VECTOR, signal }),
      prepareVerification: (id) => faces.prepareVerification(CURIOUS.accountId, id, 'ada'),
      verify: (id) => faces.verify(CURIOUS.accountId, id, 'ada', VECTOR),
      search: (id) => faces.prepare(CURIOUS.accountId, [id], signal),
      import: (id) => importPeople(parts, CURIOUS, { collection: id, people: imported, signal }),
    };
    /** What an attempt gets, and what it makes the database do. */
    const outcome = async (attempt: (id: string) => Promise<unknown>, id: string): Promise<unknown> => {
      statements.length = 0;
      const error: unknown = await attempt(id).catch((reason: unknown) => reason);
      if (!(error instanceof ServiceError)) throw new Error('A collection was found.', { cause: error });
      expect(statements.length).toBeGreaterThan(0);
      return { code: error.code, message: error.message, details: error.details, sent: [...statements] };
    };
    for (const [name, attempt] of Object.entries(attempts))
      expect(await outcome(attempt, 'private'), name).toEqual(await outcome(attempt, 'absent'));
    expect(await people.find(VICTIM.accountId, 'private', 'ada')).toMatchObject({ display_name: 'Ada' });
  });
});
