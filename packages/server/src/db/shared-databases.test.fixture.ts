import { databaseName, startTemporaryPostgres } from '@facet/test-support';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from './migrate.js';
import { openDatabase, type DatabaseOptions } from './open-database.js';

/** One PostgreSQL for all files of a suite. */
export interface SharedPostgres {
  readonly folder: string;
  /** The name of a database with all tables and nothing in them, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: SharedPostgres;
    /** A data folder whose SQLite database has all tables and nothing in them, to be copied. */
    readonly sqliteTemplate: string;
  }
}

/** Run by vitest before the first file of a suite; what it returns runs after the last. */
export default async function startSharedDatabases(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-db-'));
  const server = await startTemporaryPostgres();
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await server.createDatabase();
    await makeTables({ url, dataDir });
    await makeTables({ url: undefined, dataDir });
    project.provide('postgres', { folder: server.folder, template: databaseName(url) });
    project.provide('sqliteTemplate', dataDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function makeTables(place: DatabaseOptions): Promise<void> {
  const database = await openDatabase(place);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}
