import { createServer } from 'node:net';
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, fail, fetchInTime, messageOf, ok, warn, type Finding } from './finding.js';

const PORT_TIMEOUT_MS = 2000;

/** Whether `facet serve` could listen there. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  const where = `${host}:${port}`;
  const error = await tryToListen(host, port);
  if (error === null) return ok('port', `${where} is free`);
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return (await isFacet(host, port))
      ? warn('port', `Facet is already running on ${where}`, 'Use that one, or choose another with --port.')
      : fail('port', `${where} is in use by another program`, 'Choose another: --port 9000, or PORT=9000.');
  }
  if (code === 'EACCES') {
    return fail('port', `${where} may not be used by this user`, 'Choose a port from 1024 on.');
  }
  return fail('port', `${where}: ${messageOf(error)}`, 'Correct HOST; 127.0.0.1 always works.');
}

function tryToListen(host: string, port: number): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => {
        resolve(null);
      });
    });
  });
}

async function isFacet(host: string, port: number): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const document = await fetchInTime(`http://${name}:${port}/openapi.json`, PORT_TIMEOUT_MS, (response) =>
      response.text(),
    );
    return document.includes('/get_image_attr');
  } catch {
    return false;
  }
}

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
  const fix = 'Check DATABASE_URL, that PostgreSQL runs, and that it accepts connections from this machine.';
  // The address holds a password.
  const { host, pathname } = new URL(url);
  const where = `PostgreSQL at ${host}${pathname}`;
  try {
    const { openDatabase } = await import('@facet/server/database');
    const database = await openDatabase({ url, dataDir });
    const isAlive = await database.isAlive();
    await database.close();
    return isAlive ? ok('database', `${where} responds`) : fail('database', `${where} does not respond`, fix);
  } catch (error) {
    return fail('database', `${where}: ${messageOf(error)}`, fix);
  }
}

const SQLITE_START = 'SQLite format 3\0';

async function checkSqlite(path: string): Promise<Finding> {
  const fix = `Replace ${path} with a backup of the database, or move it away to start with an empty one.`;
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
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) {
      return ok('database', `SQLite, created in ${path} at the first start`);
    }
    return fail('database', messageOf(error), fix);
  }
}

const SERVER_TIMEOUT_MS = 10_000;

/** Whether a server responds and is ready. No call is made that would count. */
export async function checkServer(address: string): Promise<Finding> {
  if (!URL.canParse(address)) {
    return fail('server', `${address} is not a URL`, 'Write it as https://faces.example.com.');
  }
  try {
    const url = `${address.replace(/(?<!\/)\/+$/, '')}/readyz`;
    const status = await fetchInTime(url, SERVER_TIMEOUT_MS, ({ status: code }) => code);
    if (status === 200) return ok('server', `${address} is ready`);
    return fail('server', `${url} responds with ${status}`, 'Wait until it is ready, or look at its log.');
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return fail('server', `${address}: ${messageOf(cause)}`, 'Check the address and that the server runs.');
  }
}
