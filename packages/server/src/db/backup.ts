import { access, chmod, copyFile, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { collectionsLeftOut, copyTables, deleteTransient } from './copy-tables.js';
import type { Database, SqliteDatabase } from './database.js';
import { migrate } from './migrate.js';
import { openSqlite, SQLITE_FILE } from './sqlite/open-sqlite.js';

/**
 * Writes a backup into one SQLite file while servers keep running: from SQLite a copy of the file, from PostgreSQL a
 * consistent copy of the tables. The file appears when it is complete, and only its owner can read it. Returns how many
 * collections are not in it.
 */
export async function backupTo(database: Database, path: string): Promise<number> {
  if (await exists(path)) throw new Error(`${path} exists already; name a file that does not.`);
  const folder = await mkdtemp(join(dirname(path), '.facet-backup-'));
  const copy = join(folder, SQLITE_FILE);
  try {
    if (database.dialect === 'sqlite') await database.connection.copyInto(copy);
    await withFile(folder, async (file) => {
      if (database.dialect === 'sqlite') {
        await deleteTransient(file.db);
        return;
      }
      await migrate(file);
      await copyTables(database, file);
    });
    await chmod(copy, 0o600);
    // Windows writes to disk only what is open for writing; a folder can only be read.
    await toDisk(copy, 'r+');
    await rename(copy, path);
    await toDisk(dirname(path), 'r');
    return await collectionsLeftOut(database, { dialect: 'sqlite' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills an empty, migrated database from a backup. Returns the number of rows, and of collections that it leaves out. */
export async function restoreFrom(
  database: Database,
  path: string,
): Promise<{ readonly rows: number; readonly leftOut: number }> {
  // In a copy, because a backup of an older version is migrated first.
  const folder = await mkdtemp(join(tmpdir(), 'facet-restore-'));
  try {
    await copyFile(path, join(folder, SQLITE_FILE));
    return await withFile(folder, async (file) => {
      await migrate(file);
      return {
        rows: await copyTables(file, database),
        leftOut: await collectionsLeftOut(file, database),
      };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Works on a separate database file, and makes sure that it is intact and a single file. */
async function withFile<T>(folder: string, work: (file: SqliteDatabase) => Promise<T>): Promise<T> {
  const file = await openSqlite(folder);
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(file.db);
    if (rows[0]?.quick_check !== 'ok') throw new Error('The copy of the database is damaged.');
    const result = await work(file);
    // Back into one file, without a write-ahead log.
    await file.connection.pragma('journal_mode = DELETE');
    return result;
  } finally {
    await file.close();
  }
}

async function toDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
