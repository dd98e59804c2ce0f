import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../testing/databases.test.fixture.js';
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
      'credential',
      'login_attempt',
      'migration',
      'period_usage',
      'person',
      'refusal',
      'reservation',
      'session',
      'subscription',
      'usage_day',
      'user_id',
      'verification',
    ]);
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

  it('refuses a database from which a newer version has taken what servers without a certain step need', async () => {
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
