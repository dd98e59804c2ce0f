import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const USER_ID = 'load-bench-user-id';

const MAIN = fileURLToPath(new URL('../../../packages/server/dist/main.js', import.meta.url));

export interface StartedServer {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The built server as a process of its own, with default settings. */
export async function startServer(): Promise<StartedServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-load-'));
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: String(port), FACET_DATA_DIR: dataDir, FACET_DEMO_USER_ID: USER_ID },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      resolve();
    });
  });
  const origin = `http://127.0.0.1:${port}`;
  while ((await fetch(`${origin}/readyz`).catch(() => null))?.status !== 200) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
    await sleep(100);
  }
  return {
    origin,
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
