import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const USER_ID = 'client-test-user-id';
const built = (name: string): string =>
  fileURLToPath(new URL(`../../../server/dist/${name}`, import.meta.url));
const ADMIN_DEADLINE_MS = 60_000;
const START_DEADLINE_MS = 240_000;

export interface StartedService {
  readonly url: string;
  /** Runs the operator's command on the same database. */
  readonly admin: (...args: readonly string[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The built service as a process of its own, with real models. It fails loudly when it does not get ready. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<StartedService> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-client-'));
  const settings = {
    ...process.env,
    PORT: String(port),
    FACET_DATA_DIR: dataDir,
    FACET_DEMO_USER_ID: USER_ID,
    FACET_WORKERS: '1',
    ...env,
  };
  const service = spawn(process.execPath, [built('main.js')], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [service.stdout, service.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const ended = new Promise<void>((resolve) => {
    service.once('exit', () => {
      resolve();
    });
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, service, () => output.join(''));
  return {
    url,
    admin: async (...args) => {
      const options = { env: settings, timeout: ADMIN_DEADLINE_MS };
      await promisify(execFile)(process.execPath, [built('admin.js'), ...args], options);
    },
    stop: async () => {
      service.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ready(url: string, service: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`The service ended early:\n${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
  service.kill();
  throw new Error(`The service did not get ready:\n${output()}`);
}
