import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { INSTALL_DEADLINE_MS, npm, withoutNpm } from '@facet/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratch, type Scratch } from './photos.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

let place: Scratch;
let clone: string;
beforeAll(async () => {
  place = await scratch();
  clone = place.path('clone');
  await copySources(clone);
});
afterAll(() => place.remove());

/** What a clone would have, with the changes that are not committed yet. */
async function copySources(to: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  for (const name of stdout.split('\0').filter((file) => file !== '')) {
    const path = join(to, name);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(ROOT, name), path).catch((error: unknown) => {
      // A file that was deleted and not committed is still listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

it(
  'starts from a clean clone with npm start, and SIGTERM to npm ends the service',
  { timeout: INSTALL_DEADLINE_MS },
  async () => {
    const port = await freePort();
    const started = spawn('npm', ['start'], {
      cwd: clone,
      env: { ...withoutNpm(), PORT: String(port), FACET_DATA_DIR: place.path('data'), FACET_WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    const closed = once(started, 'close');
    started.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (chunk: Buffer) => {
        written += chunk.toString();
        if (written.includes('Facet is ready at')) resolve();
      });
      void closed.then(() => {
        reject(new Error(`npm start ended before it was ready:\n${written}`));
      });
    });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    // Elsewhere than on a terminal each log line is JSON.
    expect(written).toMatch(/^\{"level":30,.*"msg":"ready"\}$/m);

    started.kill('SIGTERM');
    // The server holds the other end of the pipes, so they close only when it has ended too.
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  },
);

it('offers the commands with npx as soon as it is built', { timeout: INSTALL_DEADLINE_MS }, async () => {
  for (const command of ['facet', 'facet-admin']) {
    const { stdout } = await npm(['exec', '--no', '--', command, '--version'], clone);
    expect(stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const dist = join(clone, 'packages', 'cli', 'dist');
  await rename(dist, `${dist}-away`);
  await expect(npm(['exec', '--no', '--', 'facet', '--version'], clone)).rejects.toThrow(
    /facet is not built yet\. Run "npm run build"/,
  );
  await rename(`${dist}-away`, dist);
});
