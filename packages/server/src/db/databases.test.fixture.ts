import { createDatabase, dropDatabase } from '@facet/test-support';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, inject } from 'vitest';
import type { Database } from './database.js';
import { openDatabase, type DatabaseOptions } from './open-database.js';
import { SQLITE_FILE } from './sqlite/open-sqlite.js';

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
    runWith(sqlitePlaces(), tests);
  });
  describe(`${name} (PostgreSQL)`, () => {
    runWith(postgresPlaces(), tests);
  });
}

/** Where databases of one kind can be. */
interface Places {
  readonly dialect: Database['dialect'];
  /** Empty, without any table. */
  empty(): Promise<DatabaseOptions>;
  /** With all tables, and nothing in them. */
  withTables(): Promise<DatabaseOptions>;
  remove(place: DatabaseOptions): Promise<void>;
}

/**
 * Puts a SQLite database with all tables into a folder. The log of the template stays where it is: it is empty since the
 * template was closed, and libsql may remove it at any later time.
 */
export const copySqliteTemplate = (folder: string): Promise<void> =>
  copyFile(join(inject('sqliteTemplate'), SQLITE_FILE), join(folder, SQLITE_FILE));

function sqlitePlaces(): Places {
  const empty = async (): Promise<DatabaseOptions> => ({
    dataDir: await mkdtemp(join(tmpdir(), 'facet-db-')),
    url: undefined,
  });
  return {
    dialect: 'sqlite',
    empty,
    withTables: async () => {
      const place = await empty();
      await copySqliteTemplate(place.dataDir);
      return place;
    },
    remove: ({ dataDir }) => rm(dataDir, { recursive: true, force: true }),
  };
}

/** On a busy machine, a statement that has to wait for others may take long; only the test's own timeout ends it. */
const STATEMENT_TIMEOUT_MS = 120_000;

function postgresPlaces(): Places {
  const placeOf = async (template?: string): Promise<DatabaseOptions> => ({
    dataDir: await mkdtemp(join(tmpdir(), 'facet-db-')),
    url: await createDatabase(inject('postgres').folder, template),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  return {
    dialect: 'postgres',
    empty: () => placeOf(),
    withTables: () => placeOf(inject('postgres').template),
    remove: async ({ dataDir, url }) => {
      if (url !== undefined) await dropDatabase(inject('postgres').folder, url);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function runWith(places: Places, tests: (open: OpenFresh, harness: DatabaseHarness) => void): void {
  const opened = new Map<Database, DatabaseOptions>();
  const made: DatabaseOptions[] = [];
  // In reverse order of the hooks of the tests, which may still use what is closed here.
  afterEach(async () => {
    for (const database of opened.keys()) await database.close();
    opened.clear();
    for (const place of made.splice(0)) await places.remove(place);
  });
  const note = (place: DatabaseOptions): DatabaseOptions => {
    made.push(place);
    return place;
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
  tests(async () => openAt(note(await places.withTables())), {
    dialect: places.dialect,
    whereIs,
    freshPlace: async () => note(await places.empty()),
    openAt,
    openAgain: (database) => openAt(whereIs(database)),
  });
}
