import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '../db/migrate.js';
import { openDatabase } from '../db/open-database.js';
import { databaseName, startTemporaryPostgres } from './temporary-postgres.js';

/** One PostgreSQL for all files of a suite. */
export interface SharedPostgres {
  readonly folder: string;
  /** The name of a database with all tables and nothing in them, to be copied. */
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: SharedPostgres;
  }
}

/** Run by vitest before the first file of a suite; what it returns runs after the last. */
export default async function startSharedPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres();
  try {
    const url = await server.createDatabase();
    await makeTables(url);
    project.provide('postgres', { folder: server.folder, template: databaseName(url) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return () => server.stop();
}

async function makeTables(url: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-db-'));
  const database = await openDatabase({ url, dataDir });
  try {
    await migrate(database);
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
