import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { Database } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { openDatabase, type DatabaseOptions } from '../db/open-database.js';
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js';

/** A fresh database with all tables; closed by the harness after the test, if the test does not. */
export type OpenFresh = () => Promise<Database>;

export interface DatabaseHarness {
  readonly dialect: Database['dialect'];
  /** A further handle on the same database, as another server has it. */
  openAgain(database: Database): Promise<Database>;
  /** What another process opens it by. */
  whereIs(database: Database): DatabaseOptions;
  /** Where a fresh database without any table will be. */
  freshPlace(): Promise<DatabaseOptions>;
  /** A database at that place, as it is. */
  openAt(place: DatabaseOptions): Promise<Database>;
}

/** Runs the tests twice: on SQLite in a temporary folder, and on a real PostgreSQL. */
export function onBothDatabases(
  name: string,
  tests: (open: OpenFresh, harness: DatabaseHarness) => void,
): void {
  describe(`${name} (SQLite)`, () => {
    runWith('sqlite', () => Promise.resolve(undefined), tests);
  });
  describe(`${name} (PostgreSQL)`, () => {
    let server: TemporaryPostgres | undefined;
    beforeAll(async () => {
      server = await startTemporaryPostgres();
    });
    afterAll(() => server?.stop());
    const freshUrl = async (): Promise<string> => {
      if (server === undefined) throw new Error('A database can be opened only inside a test or a hook.');
      return server.createDatabase();
    };
    runWith('postgres', freshUrl, tests);
  });
}

function runWith(
  dialect: Database['dialect'],
  freshUrl: () => Promise<string | undefined>,
  tests: (open: OpenFresh, harness: DatabaseHarness) => void,
): void {
  const opened = new Map<Database, DatabaseOptions>();
  const folders: string[] = [];
  // In reverse order of the hooks of the tests, which may still use what is closed here.
  afterEach(async () => {
    for (const database of opened.keys()) await database.close();
    opened.clear();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  const freshPlace = async (): Promise<DatabaseOptions> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'facet-db-'));
    folders.push(dataDir);
    return { dataDir, url: await freshUrl() };
  };
  const openAt = async (place: DatabaseOptions): Promise<Database> => {
    const database = await openDatabase(place);
    opened.set(database, place);
    return database;
  };
  const whereIs = (database: Database): DatabaseOptions => {
    const place = opened.get(database);
    if (place === undefined) throw new Error('This database was not opened by this harness.');
    return place;
  };
  const open = async (): Promise<Database> => {
    const database = await openAt(await freshPlace());
    await migrate(database);
    return database;
  };
  tests(open, {
    dialect,
    whereIs,
    freshPlace,
    openAt,
    openAgain: (database) => openAt(whereIs(database)),
  });
}
