import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, messageOf, ok, type Finding } from './finding.js';

/** Writes a file and removes it: permissions alone do not reveal full disks and read-only mounts. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  const existed = await stat(folder).then(
    () => true,
    () => false,
  );
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `.facet-doctor-${randomUUID()}`);
    await writeFile(path, 'x');
    await rm(path);
    if (!existed) await rmdir(folder);
    return ok('data folder', `${folder} can be written to`);
  } catch (error) {
    return fail(
      'data folder',
      messageOf(error),
      'Make it writable, or set FACET_DATA_DIR to another folder.',
    );
  }
}

export async function checkDatabase(url: string | undefined, dataDir: string): Promise<Finding> {
  return url === undefined ? checkSqlite(join(dataDir, 'facet.db')) : checkPostgres(url, dataDir);
}

async function checkPostgres(url: string, dataDir: string): Promise<Finding> {
  const fix = 'Check DATABASE_URL, that PostgreSQL runs, and that it lets this machine in.';
  // The address holds a password.
  const { host, pathname } = new URL(url);
  const where = `PostgreSQL at ${host}${pathname}`;
  try {
    const { openDatabase } = await import('@facet/server/database');
    const database = await openDatabase({ url, dataDir });
    const isAlive = await database.isAlive();
    await database.close();
    return isAlive ? ok('database', `${where} answers`) : fail('database', `${where} does not answer`, fix);
  } catch (error) {
    return fail('database', `${where}: ${messageOf(error)}`, fix);
  }
}

const SQLITE_START = 'SQLite format 3\0';

async function checkSqlite(path: string): Promise<Finding> {
  const fix = `Put a copy of the database in the place of ${path}, or move it away to begin anew.`;
  try {
    const file = await open(path, 'r+');
    try {
      const start = Buffer.alloc(SQLITE_START.length);
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      return bytesRead === 0 || start.toString('latin1') === SQLITE_START
        ? ok('database', `SQLite in ${path}`)
        : fail('database', `${path} is not a database`, fix);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return ok('database', `SQLite, made at the first start in ${path}`);
    }
    return fail('database', messageOf(error), fix);
  }
}
