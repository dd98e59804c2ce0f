import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VECTOR_MODEL } from '@facet/engine';
import { Gallery } from '@facet/gallery';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountRegister } from '../../accounts/account-register.js';
import { deriveKeys } from '../../accounts/secret/keys.js';
import { rotateSecret } from '../../admin/rotate-secret.js';
import { base64 } from '../../calls.test.fixture.js';
import { FACE_IMAGE } from '../../fake-engine.test.fixture.js';
import { API_KEY, OTHER_API_KEY, runApp, type RunningApp } from '../../running-app.test.fixture.js';
import { vectorOf } from '../vector-of.test.fixture.js';
import { callerOf, type Caller } from './collection-calls.test.fixture.js';

const PLANS = [
  {
    id: 'small',
    name: 'Small',
    calls_per_month: 3,
    calls_per_second: null,
    collections: 2,
    people: 2,
    faces: 3,
  },
  { id: 'slow', name: 'Slow', calls_per_month: null, calls_per_second: 0.001, burst: 1 },
];
const SMALL_KEY = 'key-of-a-small-plan';
const SLOW_KEY = 'key-of-a-slow-plan';
const OLD_SECRET = 'the old secret of this test, long enough';
const NEW_SECRET = 'the new secret of this test, long enough';

let app: RunningApp;
let call: Caller;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-plans-'));
  const plans = join(folder, 'plans.json');
  await writeFile(plans, JSON.stringify(PLANS));
  app = await runApp({
    env: {
      FACET_COLLECTIONS: '1',
      FACET_PLANS_FILE: plans,
      FACET_SECRET: OLD_SECRET,
      FACET_SECRET_FALLBACK: NEW_SECRET,
      // Room for about two collections of 2,000 faces.
      FACET_COLLECTIONS_BYTES: String(3 * 1024 * 1024),
    },
    users: [
      { apiKey: API_KEY, plan: 'unlimited' },
      { apiKey: OTHER_API_KEY, plan: 'unlimited' },
      { apiKey: SMALL_KEY, plan: 'small' },
      { apiKey: SLOW_KEY, plan: 'slow' },
    ],
  });
  call = callerOf(app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const enrol = (at: string, person: string, seed: number, apiKey = API_KEY) =>
  call('POST', `${at}/people/${person}/faces`, { vec: vectorOf(seed) }, apiKey);

const importMany = async (at: string, count: number, firstSeed: number): Promise<void> => {
  const gallery = new Gallery({ model: VECTOR_MODEL });
  for (let n = 0; n < count; n++) gallery.enrol(`p${n}`, vectorOf(firstSeed + n));
  const response = await fetch(`${app.url}/collections${at}/import`, {
    method: 'POST',
    headers: { user_id: API_KEY, 'content-type': 'application/octet-stream' },
    body: Buffer.from(gallery.save()),
  });
  expect(response.status).toBe(200);
};

describe('while collections are off', () => {
  it('every path says so, before the API key is looked at, and the service tells the portal', async () => {
    const off = await runApp();
    const ask = callerOf(off);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', '/a'],
      ['POST', '/a/search'],
      ['POST', '/a/people/b/faces'],
      ['GET', '/a/no/such/path'],
    ] as const) {
      const { status, body } = await ask(method, path, method === 'POST' ? {} : undefined, 'nobody');
      expect([status, body.code], `${method} ${path}`).toEqual([404, '4042']);
    }
    const encoded = await fetch(`${off.url}/%63ollections/a`, { headers: { user_id: API_KEY } });
    expect(await encoded.json()).toMatchObject({ code: '4042' });
    const service = (await (await fetch(`${off.url}/account/service`)).json()) as { data: unknown };
    expect(service.data).toMatchObject({ collections: false });
    await off.close();
  });
});

describe('the plan', () => {
  it('limits collections, people and faces of all collections together', async () => {
    for (const id of ['one', 'two'])
      expect((await call('PUT', `/${id}`, undefined, SMALL_KEY)).status).toBe(200);
    const third = await call('PUT', '/three', undefined, SMALL_KEY);
    expect(third.body).toMatchObject({ code: '4095', data: { what: 'collections', limit: 2, used: 2 } });
    expect((await call('PUT', '/one/people/a', {}, SMALL_KEY)).status).toBe(200);
    expect((await call('PUT', '/two/people/b', {}, SMALL_KEY)).status).toBe(200);
    const person = await call('PUT', '/two/people/c', {}, SMALL_KEY);
    expect(person.body).toMatchObject({ code: '4095', data: { what: 'people', limit: 2 } });
    const before = app.engine.begun.length;
    const image = await call('POST', '/two/people/c/faces', { img: base64(FACE_IMAGE) }, SMALL_KEY);
    expect(image.body.code).toBe('4095');
    expect(app.engine.begun.length).toBe(before);
    expect((await call('GET', '', undefined, SMALL_KEY)).body.data).toMatchObject({
      used: { collections: 2, people: 2, faces: 0 },
      limits: { collections: 2, people: 2, faces: 3 },
    });
  });

  it('counts enrolments and searches, and nothing else: with the quota used up, people can still be deleted', async () => {
    for (let n = 0; n < 3; n++) expect((await enrol('/one', 'a', n, SMALL_KEY)).status).toBe(200);
    expect((await enrol('/one', 'a', 9, SMALL_KEY)).body.code).toBe('4292');
    expect((await call('POST', '/one/search', { vec: vectorOf(1) }, SMALL_KEY)).body.code).toBe('4292');
    expect((await call('GET', '/one', undefined, SMALL_KEY)).body.data['collection']).toMatchObject({
      faces: 3,
    });
    expect((await call('DELETE', '/one/people/a', undefined, SMALL_KEY)).status).toBe(200);
  });

  it('limits the rate of all requests', async () => {
    expect((await call('GET', '', undefined, SLOW_KEY)).status).toBe(200);
    const { status, body, headers } = await call('GET', '', undefined, SLOW_KEY);
    expect([status, body.code]).toEqual([429, '4291']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('people who expire', () => {
  it('are not found from that moment on, and deleted by the sweep', async () => {
    await call('PUT', '/expiry');
    for (const [n, person] of ['gone', 'stays'].entries()) await enrol('/expiry', person, 100 + n);
    const search = async (seed: number): Promise<unknown> =>
      (await call('POST', '/expiry/search?threshold=0.9', { vec: vectorOf(seed) })).body.data['faces'];
    expect(await search(100)).toMatchObject([{ matches: [{ person: 'gone' }, { person: 'stays' }] }]);
    const { db } = app.accounts.database;
    await db
      .updateTable('collection_person')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', 'gone')
      .execute();
    expect(await search(100)).toEqual([
      expect.objectContaining({ matches: [expect.objectContaining({ person: 'stays' })] }),
    ]);
    for (const path of ['/people/gone', '/people/gone/faces/1'])
      expect((await call('GET', `/expiry${path}`)).body.code).toBe('4044');
    expect((await call('GET', '/expiry/people')).body.data['people']).toMatchObject([{ person: 'stays' }]);
    await app.collections.sweep();
    const rows = await db.selectFrom('collection_person').selectAll().where('id', '=', 'gone').execute();
    expect(rows).toEqual([]);
    expect((await call('GET', '/expiry')).body.data['collection']).toMatchObject({ people: 1, faces: 1 });
    const audit = await db.selectFrom('audit').selectAll().where('action', '=', 'people-expired').execute();
    expect(audit).toMatchObject([{ actor: 'expiry', account_id: 'account-0', detail: '1 person, 1 face' }]);
  });

  it('make room for a new person of the same id', async () => {
    await enrol('/expiry', 'again', 110);
    const { db } = app.accounts.database;
    await db.updateTable('collection_person').set({ expires_at: 1 }).where('id', '=', 'again').execute();
    expect((await enrol('/expiry', 'again', 111)).status).toBe(200);
    const { body } = await call('GET', '/expiry/people/again');
    expect(body.data).toMatchObject({ person: { expires_at: null, faces: 1 } });
  });
});

describe('what is stored', () => {
  it('holds no vector that was enrolled, nor half of one, in any file of the data folder', async () => {
    await call('PUT', '/sealed');
    await enrol('/sealed', 'ada', 200);
    const { database } = app.accounts;
    if (database.dialect !== 'sqlite') throw new Error('This test is about SQLite.');
    const vector = Buffer.from(Float32Array.from(vectorOf(200)).buffer);
    for (const name of await readdir(dirname(database.path))) {
      const bytes = await readFile(join(dirname(database.path), name)).catch(() => Buffer.alloc(0));
      for (let at = 0; at + 16 <= vector.length; at += 4)
        expect(bytes.indexOf(vector.subarray(at, at + 16)), name).toBe(-1);
    }
  });

  it('cannot be read from another row', async () => {
    await call('PUT', '/swapped');
    await enrol('/swapped', 'ada', 210);
    await enrol('/swapped', 'eve', 211);
    await call('PUT', '/unloaded');
    const { db } = app.accounts.database;
    await sql`update collection_face set sealed = (
      select other.sealed from collection_face other
      where other.collection = collection_face.collection and other.number = 1
    ) where number = 2 and collection = (select number from collection where id = 'swapped')`.execute(db);
    const { status } = await call('POST', '/swapped/people/eve/verify', { vec: vectorOf(210) });
    expect(status).toBe(500);
  });

  it('moves to a new secret, while the service accepts both', async () => {
    await call('PUT', '/rotated');
    await enrol('/rotated', 'ada', 220);
    const keys = { ...deriveKeys(NEW_SECRET), fallback: deriveKeys(OLD_SECRET) };
    await sql`delete from collection_face
      where collection = (select number from collection where id = 'swapped')`.execute(
      app.accounts.database.db,
    );
    const results = await rotateSecret(app.accounts.database.db, keys);
    const vectors = results.find(({ what }) => what.many === 'vectors in collections');
    expect(vectors?.rekeyed).toBeGreaterThan(0);
    expect(vectors?.left).toBe(0);
    expect(
      (await call('POST', '/rotated/people/ada/verify', { vec: vectorOf(220) })).body.data,
    ).toMatchObject({
      verified: true,
      distance: 0,
    });
  });

  it('is gone with its account, and the rows follow at once', async () => {
    await call('PUT', '/of-other', undefined, OTHER_API_KEY);
    await enrol('/of-other', 'ada', 230, OTHER_API_KEY);
    const { database } = app.accounts;
    const register = new AccountRegister(database.db, deriveKeys(OLD_SECRET));
    await register.remove({ id: 'account-1', userId: null, label: 'account-1' });
    await app.collections.sweep();
    const left = await database.db
      .selectFrom('collection')
      .selectAll()
      .where('account_id', 'is', null)
      .execute();
    expect(left).toEqual([]);
    const audit = await database.db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', 'account-1')
      .execute();
    expect(audit).toMatchObject([{ action: 'collection-deleted', detail: '1 person, 1 face' }]);
  });
});

describe('vectors of another model', () => {
  it('are neither searched nor mixed with those of the service', async () => {
    await call('PUT', '/older');
    await enrol('/older', 'ada', 300);
    const { db } = app.accounts.database;
    await db.updateTable('collection').set({ model: 'sface-00000000' }).where('id', '=', 'older').execute();
    for (const path of ['/search', '/people/ada/verify', '/people/ada/faces']) {
      const { body } = await call('POST', `/older${path}`, { vec: vectorOf(300) });
      expect(body, path).toMatchObject({ code: '2012', data: { collection_model: 'sface-00000000' } });
      expect(body.message).toContain('enrol the people again');
    }
  });
});

describe('the memory for searches', () => {
  it('holds what was searched last, and says what to do with a collection that does not fit', async () => {
    for (const [n, id] of ['/x', '/y', '/z'].entries()) {
      await call('PUT', id);
      await importMany(id, 2000, 1000 + 2000 * n);
      const { body } = await call('POST', `${id}/search`, { vec: vectorOf(1007 + 2000 * n) });
      expect(body.data['faces']).toMatchObject([{ matches: [{ person: 'p7', distance: 0 }] }]);
      expect(app.collections.parts.store.heldBytes()).toBeLessThanOrEqual(3 * 1024 * 1024);
    }
    const again = await call('POST', '/x/search', { vec: vectorOf(1007) });
    expect(again.body.data['faces']).toMatchObject([{ matches: [{ person: 'p7' }] }]);
    const { db } = app.accounts.database;
    await db.updateTable('collection').set({ faces: 30_000_000 }).where('id', '=', 'y').execute();
    const { status, body } = await call('POST', '/y/search', { vec: vectorOf(1) });
    expect([status, body.code]).toEqual([507, '5007']);
    expect(body.message).toContain('FACET_COLLECTIONS_BYTES');
  });
});
