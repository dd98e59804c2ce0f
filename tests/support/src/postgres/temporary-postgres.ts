import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresBinaries } from './postgres-binaries.js';

/** PostgreSQL refuses to run as root, so it runs as `nobody`. */
const UNPRIVILEGED_ID = 65_534;
const START_DEADLINE_MS = 60_000;
const START_POLL_MS = 25;

/**
 * Makes a cluster, runs it, and takes it away when standard input ends: also when its parent was killed.
 * $1 folder, $2 initdb, $3 postgres, then settings for it
 */
const RUN = `
folder=$1 initdb=$2 postgres=$3
shift 3
"$initdb" -D "$folder/data" -U facet --auth=trust --encoding=UTF8 --locale=C --no-sync >"$folder/log" 2>&1 || exit 1
"$postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=100 "$@" \\
  >>"$folder/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -INT $server
wait $server
rm -rf "$folder"`;

/** Settings for data that need not survive a power failure. */
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface TemporaryPostgres {
  /** A fresh, empty database. */
  createDatabase(): Promise<string>;
  /** The address of a database in it. */
  urlOf(name: string): string;
  /** Where its socket and its log are. */
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL of its own, reached by a socket in a temporary folder. Unless it must be durable, as one that
 * is measured must, it does not wait for disks.
 */
export async function startTemporaryPostgres({ isDurable = false } = {}): Promise<TemporaryPostgres> {
  const { initdb, postgres } = await postgresBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'facet-pg-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  const settings = ['shared_buffers=32MB', ...(isDurable ? [] : CARELESS)].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const child = spawn('/bin/sh', ['-c', RUN, 'sh', folder, initdb, postgres, ...settings], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
    ...(isRoot ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {}),
  });
  const urlOf = (name: string): string => databaseUrl(folder, name);
  await untilReady(child, folder, urlOf('postgres'));
  return {
    folder,
    urlOf,
    createDatabase: () => createDatabase(folder),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** The address of a database of the PostgreSQL whose socket is in this folder. */
const databaseUrl = (folder: string, name: string): string =>
  `postgres://facet@localhost/${name}?host=${encodeURIComponent(folder)}`;

/** Makes a database there, empty or as a copy of another that nobody is connected to, and gives its address. */
export async function createDatabase(folder: string, template = 'template1'): Promise<string> {
  const name = `facet_${randomUUID().replaceAll('-', '')}`;
  await asOwner(folder, `create database ${name} template ${template}`);
  return databaseUrl(folder, name);
}

/** Drops the database, even if clients are connected. */
export const dropDatabase = (folder: string, url: string): Promise<void> =>
  asOwner(folder, `drop database ${databaseName(url)} with (force)`);

export const databaseName = (url: string): string => new URL(url).pathname.slice(1);

async function asOwner(folder: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl(folder, 'postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function untilReady(child: ChildProcess, folder: string, url: string): Promise<void> {
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (cause) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.stdin?.end();
        throw new Error(`The PostgreSQL for tests does not start; see ${join(folder, 'log')}`, { cause });
      }
    }
    await sleep(START_POLL_MS);
  }
}
