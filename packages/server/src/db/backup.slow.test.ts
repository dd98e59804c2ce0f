import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addAccount, admitted } from '../accounts/meter/metered.test.fixture.js';
import { metersOfTest, type StartMeter } from '../accounts/meter/meters-of-test.test.fixture.js';
import { onBothDatabases } from './databases.test.fixture.js';
import { backupTo, restoreFrom } from './backup.js';
import { COLLECTION_TABLES, KEPT_TABLES, TRANSIENT_TABLES } from './copy-tables.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';
import { openSqlite } from './sqlite/open-sqlite.js';

/** More than one page of every growing table. */
const MANY = 1100;
const AT = Date.parse('2026-03-01T10:00:00.123Z');

/** Users, accounts and usage, and one call in flight. */
async function fill(database: Database, startMeter: StartMeter): Promise<void> {
  const { db } = database;
  await db
    .insertInto('users')
    .values({
      id: 'p',
      email: 'ä"quoted"名@b.c',
      email_verified: 1,
      password_hash: 'salt:hash',
      created_at: AT,
    })
    .execute();
  const accountId = await addAccount(database, 'me', { plan: 'thousand' });
  await db.updateTable('account').set({ user_id: 'p' }).execute();
  const days = Array.from({ length: MANY }, (_, n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
  await db
    .insertInto('usage_day')
    .values(
      days.map((day, n) => ({
        account_id: accountId,
        day,
        operation: 'match_faces',
        outcome: '1000',
        calls: n,
      })),
    )
    .execute();
  const meter = await startMeter(database);
  await meter.settle(admitted(await meter.admit('me')).reservation, 'match_faces', '1000', true);
  admitted(await meter.admit('me'));
}

/** All that is kept, in a form that does not depend on the database. */
async function contentsOf({ db }: Database): Promise<unknown> {
  const contents: Record<string, unknown[]> = {};
  for (const table of KEPT_TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute();
    contents[table] = rows.map((row) => JSON.stringify(portable(row))).sort();
  }
  return contents;
}

function portable(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name === 'email_verified' ? Boolean(value) : (value as unknown),
    ]),
  );
}

onBothDatabases('a backup', (open, harness) => {
  const startMeter = metersOfTest();

  it('covers every table, or knows why not', async () => {
    const { db } = await open();
    const tables = await db.introspection.getTables();
    const known = [...KEPT_TABLES, ...COLLECTION_TABLES, ...TRANSIENT_TABLES];
    // On PostgreSQL, the table of faces is created when collections are turned on.
    expect(known.filter((name) => harness.dialect === 'sqlite' || name !== 'collection_face').sort()).toEqual(
      tables.map(({ name }) => name).sort(),
    );
  });

  it('leaves out what only running servers need', async () => {
    const database = await open();
    await fill(database, startMeter);
    await database.db.insertInto('login_attempt').values({ key: 'x', count: 1, last_request: 1 }).execute();
    const path = join(harness.whereIs(database).dataDir, 'backup.db');
    await backupTo(database, path);
    const folder = await mkdtemp(join(tmpdir(), 'facet-backup-'));
    await copyFile(path, join(folder, 'facet.db'));
    const copy = await openSqlite(folder);
    for (const table of ['login_attempt', 'reservation'] as const)
      expect(await copy.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await copy.db.selectFrom('period_usage').select('used').execute()).toEqual([{ used: 1 }]);
    await copy.close();
    await rm(folder, { recursive: true });
    // The running database goes on as it was.
    expect(await database.db.selectFrom('reservation').select('id').execute()).toHaveLength(1);
  });

  it('brings everything back, into the same kind of database', async () => {
    const database = await open();
    await fill(database, startMeter);
    const { dataDir } = harness.whereIs(database);
    const path = join(dataDir, 'backup.db');
    await backupTo(database, path);
    const place = await harness.freshPlace();
    // A SQLite backup is a database; it need only lie in its place.
    if (harness.dialect === 'sqlite') await copyFile(path, join(place.dataDir, 'facet.db'));
    const restored = await harness.openAt(place);
    await migrate(restored);
    if (harness.dialect === 'postgres') await restoreFrom(restored, path);
    expect(await contentsOf(restored)).toEqual(await contentsOf(database));
  });

  it('says how many collections it leaves out', async () => {
    const database = await open();
    const account = {
      id: 'a',
      user_id: null,
      label: 'a',
      role: 'user',
      created_at: 0,
      suspended_at: null,
    } as const;
    await database.db.insertInto('account').values(account).execute();
    await database.db
      .insertInto('collection')
      .values([
        { account_id: 'a', id: 'office', created_at: 0 },
        // Deleted; its rows are being erased.
        { account_id: null, id: null, created_at: 0 },
      ])
      .execute();
    const path = join(harness.whereIs(database).dataDir, 'backup.db');
    expect(await backupTo(database, path)).toBe(harness.dialect === 'postgres' ? 1 : 0);
    const fresh = await harness.openAt(await harness.freshPlace());
    await migrate(fresh);
    expect((await restoreFrom(fresh, path)).leftOut).toBe(0);
  });

  it('moves everything to the other kind of database', async () => {
    const database = await open();
    await fill(database, startMeter);
    const { dataDir } = harness.whereIs(database);
    const path = join(dataDir, 'backup.db');
    await backupTo(database, path);
    const file = await harness.openAt({ dataDir: join(dataDir, 'other') });
    await migrate(file);
    await restoreFrom(file, path);
    expect(await contentsOf(file)).toEqual(await contentsOf(database));
    // And from there on to a fresh one of the first kind.
    const onward = join(dataDir, 'onward.db');
    await backupTo(file, onward);
    const back = await open();
    await restoreFrom(back, onward);
    expect(await contentsOf(back)).toEqual(await contentsOf(database));
  });

  it('gives back what was in flight, and the meter goes on from there', async () => {
    const database = await open();
    await fill(database, startMeter);
    const path = join(harness.whereIs(database).dataDir, 'backup.db');
    await backupTo(database, path);
    const restored = await open();
    await restoreFrom(restored, path);
    const meter = await startMeter(restored);
    expect(await meter.admit('me')).toMatchObject({ limits: { quota: { used: 2, limit: 1000 } } });
  });

  it('is one file, for its owner alone, that replaces nothing', async () => {
    const database = await open();
    await fill(database, startMeter);
    const { dataDir } = harness.whereIs(database);
    const path = join(dataDir, 'backup.db');
    await backupTo(database, path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(dataDir)).filter((name) => name.includes('backup'))).toEqual(['backup.db']);
    await writeFile(path, 'precious');
    await expect(backupTo(database, path)).rejects.toThrow('backup.db exists already');
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it('is not restored over existing accounts, nor from a file that is not a backup', async () => {
    const database = await open();
    await fill(database, startMeter);
    const { dataDir } = harness.whereIs(database);
    const path = join(dataDir, 'backup.db');
    await backupTo(database, path);
    await expect(restoreFrom(database, path)).rejects.toThrow('holds accounts already');
    const whole = await readFile(path);
    await writeFile(join(dataDir, 'torn.db'), whole.subarray(0, whole.length / 2));
    await writeFile(join(dataDir, 'text.db'), 'not a database, however long it is'.repeat(50));
    const fresh = await open();
    for (const name of ['torn.db', 'text.db', 'absent.db'])
      await expect(restoreFrom(fresh, join(dataDir, name))).rejects.toThrow();
    expect(await fresh.db.selectFrom('account').selectAll().execute()).toEqual([]);
  });
});
