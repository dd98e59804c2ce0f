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
      'liveness_attempt',
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

  it('deletes with a user all that is theirs, and nothing else', async () => {
    const { db } = await open();
    for (const statement of [
      `insert into users (id, email) values ('ada', 'ada@b.c'), ('eve', 'eve@b.c')`,
      `insert into session (token, user_id, expires_at, created_at) values ('t', 'ada', 1, 1)`,
      `insert into identity (issuer, subject, user_id, created_at) values ('i', 's', 'ada', 1)`,
      `insert into mailed_link (hash, user_id, expires_at) values ('h', 'ada', 1)`,
      ...['ada', 'eve'].flatMap((user) => [
        `insert into account (id, user_id, label, role, created_at) values ('acc_${user}', '${user}', '${user}', 'user', 1)`,
        `insert into api_key (lookup_hash, account_id, sealed, created_at) values ('${user}', 'acc_${user}', 's', 1)`,
        `insert into subscription (account_id, plan, started_at) values ('acc_${user}', 'free', 1)`,
        `insert into period_usage (account_id, period_start, period_end, used) values ('acc_${user}', 1, 2, 3)`,
        `insert into usage_day (account_id, day, operation, outcome, calls) values ('acc_${user}', 'd', 'o', '1000', 3)`,
        `insert into rejection (id, account_id, at, operation, code) values ('${user}', 'acc_${user}', 1, 'o', '4291')`,
      ]),
    ])
      await sql.raw(statement).execute(db);
    await db.deleteFrom('users').where('id', '=', 'ada').execute();
    for (const table of ['session', 'identity', 'mailed_link'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    for (const table of ['api_key', 'subscription', 'period_usage', 'usage_day', 'rejection'] as const)
      expect(await db.selectFrom(table).select('account_id').execute(), table).toEqual([
        { account_id: 'acc_eve' },
      ]);
  });

  it('rejects two users with one address, and two API keys of an account with one name or one hash', async () => {
    const { db } = await open();
    const run = (statement: string): Promise<unknown> => sql.raw(statement).execute(db);
    await run(`insert into users (id, email) values ('eve', 'eve@b.c')`);
    await expect(run(`insert into users (id, email) values ('x', 'eve@b.c')`)).rejects.toThrow(/unique/i);
    await run(`insert into account (id, label, role, created_at) values ('a', 'a', 'user', 1)`);
    const add = (hash: string, name: string): Promise<unknown> =>
      run(
        `insert into api_key (lookup_hash, account_id, name, sealed, created_at) values ('${hash}', 'a', '${name}', 's', 1)`,
      );
    await add('x', 'laptop');
    await expect(add('y', 'laptop')).rejects.toThrow(/unique/i);
    await expect(add('x', 'phone')).rejects.toThrow(/unique/i);
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
