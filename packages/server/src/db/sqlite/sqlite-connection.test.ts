import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SqliteDatabase } from '../database.js';
import { migrate } from '../migrate.js';
import { openSqlite } from './open-sqlite.js';
import { isBusy } from './sqlite-connection.js';

let folder: string;
let here: SqliteDatabase;
let there: SqliteDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-sqlite-'));
  here = await openSqlite(folder);
  there = await openSqlite(folder);
  await migrate(here);
});
afterEach(async () => {
  await here.close();
  await there.close();
  await rm(folder, { recursive: true });
});

const attempt = (key: string): { key: string; count: number; last_request: number } => ({
  key,
  count: 1,
  last_request: 1,
});
const INSERT = 'insert into login_attempt (key, count, last_request) values (?, ?, ?)';

it('makes files that only their owner can read, whatever the folder allows', async () => {
  for (const file of ['facet.db', 'facet.db-wal', 'facet.db-shm'])
    expect((await stat(join(folder, file))).mode & 0o077, file).toBe(0);
});

it('has everything in the one file when it is closed', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'facet-sqlite-'));
  const database = await openSqlite(alone);
  await migrate(database);
  await database.db.insertInto('login_attempt').values(attempt('one')).execute();
  await database.close();
  await rm(join(alone, 'facet.db-wal'), { force: true });
  await rm(join(alone, 'facet.db-shm'), { force: true });
  const again = await openSqlite(alone);
  expect(await again.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'one' }]);
  await again.close();
  await rm(alone, { recursive: true });
});

it('opens the file as agreed', async () => {
  const settings = await Promise.all(
    ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'].map(
      async (name) =>
        Object.values((await sql.raw<object>(`pragma ${name}`).execute(here.db)).rows[0] ?? {})[0] as unknown,
    ),
  );
  expect(settings).toEqual(['wal', 1, 1, 1]);
});

it('stores booleans, dates and nothing at all, and rejects what SQLite cannot store', async () => {
  const { rows } = await sql`
    select ${true} as yes, ${false} as no, ${new Date(0)} as at, ${undefined} as absent`.execute(here.db);
  expect(rows).toEqual([{ yes: 1, no: 0, at: '1970-01-01T00:00:00.000Z', absent: null }]);
  await expect(sql`select ${{ an: 'object' }}`.execute(here.db)).rejects.toThrow('SQLite stores no object');
});

it('keeps work that waits between its statements apart from everything else', async () => {
  const failing = here.db.transaction().execute(async (tx) => {
    await tx.insertInto('login_attempt').values(attempt('undone')).execute();
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('on purpose');
  });
  const direct = here.connection.immediate(() => {
    here.connection.prepare(INSERT)(['done', 1, 1]);
  });
  await expect(failing).rejects.toThrow('on purpose');
  await direct;
  expect(await here.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'done' }]);
});

it('waits for another process without standing still, and works on afterwards', async () => {
  await there.connection.begin();
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const waiting = [
    here.db.insertInto('login_attempt').values(attempt('alone')).execute(),
    here.db
      .transaction()
      .execute((tx) => tx.insertInto('login_attempt').values(attempt('in transaction')).execute()),
    here.connection.immediate(() => {
      here.connection.prepare(INSERT)(['direct', 1, 1]);
    }),
  ];
  await new Promise((resolve) => setTimeout(resolve, 50));
  there.connection.commit();
  await Promise.all(waiting);
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(1);
  const keys = await there.db.selectFrom('login_attempt').select('key').orderBy('key').execute();
  expect(keys.map(({ key }) => key)).toEqual(['alone', 'direct', 'in transaction']);
});

it.each([
  ['that returns nothing', sql`delete from login_attempt where key = ${'other'}`],
  ['that returns rows', sql`delete from login_attempt where key = ${'other'} returning key`],
  [
    'with a common table expression',
    sql`with x as (select 1) delete from login_attempt where key = ${'other'}`,
  ],
])(
  'runs raw SQL %s in a transaction, so that it waits for a locked file and no COMMIT fails afterwards',
  async (_, query) => {
    await there.connection.begin();
    const waiting = query.execute(here.db);
    await new Promise((resolve) => setTimeout(resolve, 20));
    there.connection.commit();
    await waiting;
    await here.db
      .transaction()
      .execute((tx) => tx.insertInto('login_attempt').values(attempt('later')).execute());
    expect(await there.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'later' }]);
  },
);

it('runs no prepared statement outside a transaction', async () => {
  const insert = here.connection.prepare(INSERT);
  expect(() => insert(['a', 1, 1])).toThrow('must run inside a transaction');
  await here.connection.immediate(() => insert(['b', 1, 1]));
  expect(await here.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'b' }]);
});

it('copies the database into a file whose name needs quoting', async () => {
  await here.db.insertInto('login_attempt').values(attempt('one')).execute();
  const copies = join(folder, "it's a copy");
  await mkdir(copies);
  await here.connection.copyInto(join(copies, 'facet.db'));
  const copy = await openSqlite(copies);
  expect(await copy.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'one' }]);
  await copy.close();
});

it('gives up at the deadline and leaves nothing that stands in the way', async () => {
  await there.connection.begin();
  const error: unknown = await here.connection
    .immediate(() => undefined, 20)
    .catch((reason: unknown) => reason);
  expect(isBusy(error)).toBe(true);
  there.connection.commit();
  await here.db.insertInto('login_attempt').values(attempt('later')).execute();
  expect(await there.db.selectFrom('login_attempt').select('key').execute()).toEqual([{ key: 'later' }]);
});

it('says how many rows a statement has changed', async () => {
  await here.db
    .insertInto('login_attempt')
    .values([attempt('a'), attempt('b')])
    .execute();
  const [{ numUpdatedRows } = {}] = await here.db.updateTable('login_attempt').set({ count: 2 }).execute();
  expect(numUpdatedRows).toBe(2n);
});

it('does not wait longer than its timeout for other work of this process', async () => {
  let finish: () => void = () => undefined;
  const long = here.db.transaction().execute(async (tx) => {
    await tx.insertInto('login_attempt').values(attempt('long')).execute();
    await new Promise<void>((resolve) => (finish = resolve));
  });
  await here.connection.mutex.acquire(20).then(
    () => expect.unreachable('the transaction holds it'),
    (error: unknown) => {
      expect(isBusy(error)).toBe(true);
    },
  );
  const waiting = here.connection.immediate(() => 'done', 5000);
  finish();
  await long;
  expect(await waiting).toBe('done');
});

it('is alive only while its file can be written', async () => {
  const sizeOfLog = async (): Promise<number> => (await stat(join(folder, 'facet.db-wal'))).size;
  const before = await sizeOfLog();
  expect(await here.isAlive()).toBe(true);
  expect(await sizeOfLog()).toBeGreaterThan(before);
  await here.connection.pragma('query_only = 1');
  expect(await here.isAlive()).toBe(false);
  await here.connection.pragma('query_only = 0');
  expect(await here.isAlive()).toBe(true);
  await here.close();
  expect(await here.isAlive()).toBe(false);
});

it('says in time that it is not alive, while another process keeps the file', async () => {
  await there.connection.begin();
  expect(await Promise.all([here.isAlive(), here.isAlive()])).toEqual([false, false]);
  there.connection.commit();
  expect(await here.isAlive()).toBe(true);
});

it('says in time that it is not alive, while other work keeps the connection', async () => {
  const release = await here.connection.mutex.acquire(1000);
  expect(await here.isAlive()).toBe(false);
  release();
  expect(await here.isAlive()).toBe(true);
});

it('may be closed twice', async () => {
  await here.close();
  await expect(here.close()).resolves.toBeUndefined();
});
