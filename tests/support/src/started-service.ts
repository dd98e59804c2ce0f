import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const built = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/server/dist/${name}`, import.meta.url));

export const SERVER_MAIN = built('boot/main.js');
const ADMIN = built('admin/command/main.js');

/** The very first start downloads the models. */
const START_DEADLINE_MS = 240_000;
const STOP_DEADLINE_MS = 30_000;
const ADMIN_DEADLINE_MS = 60_000;

export interface ServiceOptions {
  /** Of the demo account, which has no limits. Default: a random one. */
  readonly apiKey?: string;
  /** The program to run. Default: the built server. */
  readonly main?: string;
  /** What runs it. Default: the Node of the test. */
  readonly node?: string;
  /** With PORT if the address must be known in advance. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface StartedService {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** What it wrote for people. */
  readonly output: () => string;
  readonly log: () => string;
  /** Runs `facet-admin` on the same database, and returns its output. */
  readonly admin: (...args: readonly string[]) => Promise<string>;
  /** Stops it, deletes the data folder, and returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The built service as a separate process, with real models. Throws with its output if it does not get ready. */
export async function startService({
  apiKey,
  main = SERVER_MAIN,
  node = process.execPath,
  env = {},
}: ServiceOptions = {}): Promise<StartedService> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-service-'));
  const settings = {
    ...process.env,
    PORT: String(port),
    FACET_DATA_DIR: dataDir,
    ...(apiKey !== undefined && { FACET_DEMO_API_KEY: apiKey }),
    ...env,
  };
  const service = spawn(node, [main], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  service.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  service.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => service.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await ready(url, service, () => written.out + written.err);
  return {
    url,
    dataDir,
    process: service,
    output: () => written.out,
    log: () => written.err,
    admin: async (...args) => {
      const options = { env: settings, timeout: ADMIN_DEADLINE_MS };
      const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args], options);
      return stdout;
    },
    stop: async () => {
      service.kill('SIGTERM');
      const killTimer = setTimeout(() => service.kill('SIGKILL'), STOP_DEADLINE_MS);
      const code = await ended;
      clearTimeout(killTimer);
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ready(url: string, service: ChildProcess, written: () => string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`The service ended early:\n${written()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
  service.kill('SIGKILL');
  throw new Error(`The service did not get ready:\n${written()}`);
}
