import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { onBothDatabases } from './databases.test.fixture.js';
import { migrate, newerSteps } from './migrate.js';
import { MIGRATIONS, type Migration } from './migrations/index.js';

const NAMES = MIGRATIONS.map(({ name }) => name);

onBothDatabases('migrate', (open, harness) => {
  it('applies every step once and in order', async () => {
    const database = await harness.openAt(await harness.freshPlace());
    expect(await migrate(database)).toEqual(NAMES);
    expect(await migrate(database)).toEqual([]);
    const rows = await database.db.selectFrom('migration').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
  });

  it('makes every table of the types, empty', async () => {
    const { db } = await open();
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name).sort()).toEqual([
      'account',
      'api_key',
      'audit',
      'collection',
      // On PostgreSQL only once collections are turned on, because it needs an extension.
      ...(harness.dialect === 'sqlite' ? ['collection_face'] : []),
      'collection_person',
      'identity',
      'liveness_session',
      'login_attempt',
      'mailed_link',
      'migration',
      'period_usage',
      'rejection',
      'request_log',
      'reservation',
      'session',
      'subscription',
      'usage_day',
      'users',
    ]);
  });

  it('takes counted calls and rates along to the tables of reservations, and leaves calls in flight behind', async () => {
    const database = await harness.openAt(await harness.freshPlace());
    const { db } = database;
    await migrate(database, MIGRATIONS.slice(0, 3));
    for (const statement of [
      `insert into account (id, label, role, created_at) values ('a', 'a', 'member', 1), ('b', 'b', 'member', 1)`,
      `insert into meter (account_id, anchor, period_start, period_end, used, held, tat) values ('a', 1, 100, 200, 7, 3, 1234.5)`,
      // A late call of the current period, and a period before.
      `insert into past_period (account_id, period_start, period_end, used) values ('a', 1, 100, 5), ('a', 100, 200, 1)`,
      `insert into hold (server_id, account_id, period_start, calls) values ('x', 'a', 100, 3)`,
    ])
      await sql.raw(statement).execute(db);
    await migrate(database);
    expect(await db.selectFrom('period_usage').selectAll().orderBy('period_start').execute()).toEqual([
      { account_id: 'a', period_start: 1, period_end: 100, used: 5, carried: 0 },
      { account_id: 'a', period_start: 100, period_end: 200, used: 8, carried: 0 },
    ]);
    expect(await db.selectFrom('account').select(['id', 'tat']).orderBy('id').execute()).toEqual([
      { id: 'a', tat: 1234.5 },
      { id: 'b', tat: 0 },
    ]);
    expect(await db.selectFrom('reservation').selectAll().execute()).toEqual([]);
    // A server that counts in the old tables must not start on these.
    await expect(migrate(database, MIGRATIONS.slice(0, 3))).rejects.toThrow(/know 0004-reservations/);
  });

  it('makes the credential of an account the first of several', async () => {
    const database = await harness.openAt(await harness.freshPlace());
    const { db } = database;
    await migrate(database, MIGRATIONS.slice(0, 5));
    for (const statement of [
      `insert into account (id, label, role, created_at) values ('a', 'a', 'member', 1), ('b', 'b', 'member', 1)`,
      `insert into user_id (account_id, lookup_hash, sealed, created_at) values ('a', 'x', '1.s', 7), ('b', 'y', '1.t', 8)`,
    ])
      await sql.raw(statement).execute(db);
    await migrate(database);
    const first = { account_id: 'a', name: 'default', lookup_hash: 'x', sealed: '1.s', created_at: 7 };
    const unset = { last_used_at: null, access_key_id: null };
    expect(await db.selectFrom('api_key').selectAll().orderBy('lookup_hash').execute()).toEqual([
      { ...first, ...unset },
      { ...first, ...unset, account_id: 'b', lookup_hash: 'y', sealed: '1.t', created_at: 8 },
    ]);
    const add = (lookup_hash: string, name: string): Promise<unknown> =>
      db
        .insertInto('api_key')
        .values({ ...first, lookup_hash, name })
        .execute();
    await add('z', 'laptop');
    await expect(add('another', 'laptop')).rejects.toThrow(/unique/i);
    await expect(add('y', 'phone')).rejects.toThrow(/unique/i);
    await db.deleteFrom('account').where('id', '=', 'a').execute();
    expect(await db.selectFrom('api_key').select('account_id').execute()).toEqual([{ account_id: 'b' }]);
    await expect(migrate(database, MIGRATIONS.slice(0, 5))).rejects.toThrow(/know 0006-named-user-ids/);
  });

  it('leaves used calls as they are, none of them carried over, and lets an older server count on', async () => {
    const database = await harness.openAt(await harness.freshPlace());
    const { db } = database;
    await migrate(database, MIGRATIONS.slice(0, 9));
    const count = (account: string): Promise<unknown> =>
      sql
        .raw(
          `insert into period_usage (account_id, period_start, period_end, used) values ('${account}', 1, 2, 3)`,
        )
        .execute(db);
    await sql
      .raw(
        `insert into account (id, label, role, created_at) values ('a', 'a', 'member', 1), ('b', 'b', 'member', 1)`,
      )
      .execute(db);
    await count('a');
    await migrate(database);
    await count('b');
    expect(await db.selectFrom('period_usage').select(['used', 'carried']).execute()).toEqual([
      { used: 3, carried: 0 },
      { used: 3, carried: 0 },
    ]);
  });

  it('gives the sweep of sessions an index', async () => {
    const { db, dialect } = await open();
    const indexes =
      dialect === 'sqlite'
        ? sql<{ name: string }>`select name from pragma_index_info('session_by_expiry')`
        : sql<{ name: string }>`
            select attname as name from pg_attribute where attrelid = to_regclass('session_by_expiry')`;
    expect((await indexes.execute(db)).rows).toEqual([{ name: 'expires_at' }]);
  });

  it('is done once when several servers start at once', async () => {
    const place = await harness.freshPlace();
    const servers = await Promise.all(Array.from({ length: 5 }, () => harness.openAt(place)));
    const applied = await Promise.all(servers.map((server) => migrate(server)));
    expect(applied.flat().sort()).toEqual(NAMES);
  });

  if (harness.dialect === 'postgres')
    it('waits for another server for longer than a statement may take', async () => {
      const place = await harness.freshPlace();
      const slow = await harness.openAt(place);
      const next = await harness.openAt({ ...place, url: `${place.url ?? ''}&statement_timeout=1000` });
      let finish: () => void = () => undefined;
      let begin: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const migrating = migrate(slow, [
        {
          name: '0000-slow',
          apply: () => {
            begin();
            return new Promise((resolve) => (finish = resolve));
          },
        },
      ]);
      await begun;
      const waiting = migrate(next);
      waiting.catch(() => undefined);
      await sleep(1500);
      finish();
      await migrating;
      expect(await waiting).toEqual(NAMES);
    });

  it('opens a database that a newer version has migrated further', async () => {
    const database = await open();
    await migrate(database, [
      ...MIGRATIONS,
      {
        name: '9999-from-the-future',
        apply: async (tx) => {
          await tx.schema.alterTable('account').addColumn('colour', 'text').execute();
        },
      },
    ]);
    const older = await harness.openAgain(database);
    expect(await migrate(older)).toEqual([]);
    expect(await newerSteps(older)).toEqual(['9999-from-the-future']);
  });

  it('rejects a database from which a newer version has taken what servers without a certain step need', async () => {
    const database = await open();
    const hue: Migration = { name: '9001-hue', apply: () => Promise.resolve() };
    await migrate(database, [
      ...MIGRATIONS,
      hue,
      { name: '9002-drop-colour needs 9001-hue', apply: () => Promise.resolve() },
    ]);
    await expect(migrate(await harness.openAgain(database))).rejects.toThrow(
      /^A newer version has changed the database for servers that know 9001-hue \(9002-drop-colour/,
    );
    expect(await migrate(await harness.openAgain(database), [...MIGRATIONS, hue])).toEqual([]);
  });

  it('leaves nothing of a step that fails', async () => {
    const database = await open();
    const failing = migrate(database, [
      {
        name: '9999-failing',
        apply: async (tx) => {
          await tx.schema.createTable('half_done').addColumn('id', 'text').execute();
          throw new Error('on purpose');
        },
      },
    ]);
    await expect(failing).rejects.toThrow('on purpose');
    const tables = await database.db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('half_done');
    expect(await migrate(database)).toEqual([]);
  });
});
