import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { cached } from '../../work/cached.js';
import type { SqliteDatabase } from '../database.js';
import { ALIVE_TIMEOUT_MS } from '../limits.js';
import { once } from '../once.js';
import type { Tables } from '../tables.js';
import { LibsqlDialect } from './libsql-dialect.js';
import { SqliteConnection } from './sqlite-connection.js';

export const SQLITE_FILE = 'facet.db';

const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'foreign_keys = ON',
  // Pages in the write-ahead log before a checkpoint: enough that calls rarely wait for one.
  'wal_autocheckpoint = 4000',
  // What one large transaction has made of the log does not stay: 32 MB.
  'journal_size_limit = 33554432',
  // What is deleted is overwritten in the file: faces expire also while collections are off.
  'secure_delete = ON',
];

export async function openSqlite(dataDir: string): Promise<SqliteDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SQLITE_FILE);
  // Only readable by its owner, like the secret; SQLite creates its other files with the same mode.
  await (await open(path, 'a', 0o600)).close();
  const connection = new SqliteConnection(path);
  for (const pragma of PRAGMAS) await connection.pragma(pragma);
  const db = new Kysely<Tables>({ dialect: new LibsqlDialect(connection) });
  return {
    dialect: 'sqlite',
    path,
    db,
    connection,
    // Calls at the same time share one write, so that they do not queue up.
    isAlive: cached(
      () =>
        connection.touch(ALIVE_TIMEOUT_MS).then(
          () => true,
          () => false,
        ),
      () => 0,
    ),
    close: once(async () => {
      // Kysely only closes what it has used.
      await sql`select 1`.execute(db);
      // Back into one file, for operators who copy it by hand; libsql would leave everything in the log, where it is safe, too.
      await connection.pragma('wal_checkpoint(TRUNCATE)').catch(() => undefined);
      await db.destroy();
    }),
  };
}
