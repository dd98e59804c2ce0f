import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const USER_ID = 'acceptance-user-id';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const ADMIN = fileURLToPath(new URL('../dist/admin.js', import.meta.url));
const START_DEADLINE_MS = 240_000;

export interface StartedService {
  readonly url: string;
  readonly process: ChildProcess;
  /** What it wrote for people. */
  readonly output: () => string;
  readonly log: () => string;
  /** Runs the operator's command beside it and gives back what that wrote. */
  readonly admin: (...args: readonly string[]) => Promise<string>;
  /** Asks it to stop and gives back its exit code. */
  readonly stop: () => Promise<number | null>;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The built service as a process of its own, with real models. It fails loudly when it does not get ready. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<StartedService> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'facet-acceptance-'));
  const settings = {
    ...process.env,
    PORT: String(port),
    FACET_DATA_DIR: dataDir,
    FACET_DEMO_USER_ID: USER_ID,
    FACET_WORKERS: '1',
    ...env,
  };
  const service = spawn(process.execPath, [MAIN], {
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
    process: service,
    output: () => written.out,
    log: () => written.err,
    admin: async (...args) => {
      const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args], { env: settings });
      return stdout;
    },
    stop: async () => {
      service.kill('SIGTERM');
      const code = await ended;
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function ready(url: string, service: ChildProcess, written: () => string): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`The service ended early:\n${written()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await sleep(100);
  }
  service.kill();
  throw new Error(`The service did not get ready:\n${written()}`);
}
