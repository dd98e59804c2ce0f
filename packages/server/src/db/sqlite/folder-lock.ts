import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { z } from 'zod';
import { isBusy } from './sqlite-connection.js';

const LOCK_FILE = 'server.lock';
const HOLDER_FILE = 'server.json';

const Holder = z.object({ pid: z.int(), host: z.string(), since: z.iso.datetime() });

export interface FolderLock {
  release(): void;
}

/** Another server uses the folder. The message says which. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Ensures that only one server uses a data folder. It uses SQLite's lock on an empty database: a lock of the operating
 * system, on every platform that SQLite supports, which is released when the process ends in any way, so that no
 * leftover file can block a start. It also works between containers that share a volume. `facet-admin` and backups
 * do not need it: they may run beside a server.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, LOCK_FILE);
  await (await open(path, 'a', 0o600)).close();
  const database = new Libsql(path);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw isBusy(error) ? new FolderInUse(await sentence(dataDir), { cause: error }) : error;
  }
  const holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    await writeAnew(join(dataDir, HOLDER_FILE), `${JSON.stringify(holder)}\n`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release: () => {
      if (database.open) database.close();
    },
  };
}

/** Written to a new file and renamed: nobody reads a partial file, and a full disk is noticed at the start. */
async function writeAnew(path: string, content: string): Promise<void> {
  const fresh = `${path}.new`;
  try {
    await writeFile(fresh, content, { mode: 0o600 });
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

async function sentence(dataDir: string): Promise<string> {
  return `another Facet server works on ${dataDir}${await holderOf(dataDir)}. Stop it first, give this server a folder of its own, or let both work on one PostgreSQL (DATABASE_URL)`;
}

/** Who holds the lock, if known: it may have been taken just now. */
async function holderOf(dataDir: string): Promise<string> {
  try {
    const { pid, host, since } = Holder.parse(JSON.parse(await readFile(join(dataDir, HOLDER_FILE), 'utf8')));
    return ` (process ${pid} on ${host}, since ${since})`;
  } catch {
    return '';
  }
}
