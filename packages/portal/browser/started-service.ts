import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const built = (name: string): string => fileURLToPath(new URL(`../../server/dist/${name}`, import.meta.url));
const START_DEADLINE_MS = 240_000;
const STOP_DEADLINE_MS = 20_000;
const ADMIN_DEADLINE_MS = 60_000;

export interface StartedService {
  readonly url: string;
  readonly log: () => string;
  /** Runs the operator's command on the same database and gives back what it wrote. */
  readonly admin: (...args: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** As in the file that FACET_PLANS_FILE names. */
export interface FilePlan {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly calls_per_month: number | null;
  readonly calls_per_second: number | null;
  readonly burst?: number;
}

export interface ServiceOptions {
  /** In place of the default plans. */
  readonly plans?: readonly FilePlan[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The built service as a process of its own, with real models and a fresh data folder. */
export async function startService({ plans, env = {} }: ServiceOptions = {}): Promise<StartedService> {
  const folder = await mkdtemp(join(tmpdir(), 'facet-browser-'));
  const settings: Record<string, string> = {
    PORT: String(await freePort()),
    FACET_DATA_DIR: folder,
    FACET_WORKERS: '1',
    ...env,
  };
  if (plans !== undefined) {
    settings['FACET_PLANS_FILE'] = join(folder, 'plans.json');
    await writeFile(settings['FACET_PLANS_FILE'], JSON.stringify(plans));
  }
  const all = { ...process.env, ...settings };
  const service = spawn(process.execPath, [built('main.js')], {
    env: all,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const keep = (chunk: Buffer): void => {
    written += chunk.toString();
  };
  service.stdout.on('data', keep);
  service.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) =>
    service.once('exit', () => {
      resolve();
    }),
  );
  const url = `http://127.0.0.1:${settings['PORT'] ?? ''}`;
  await ready(url, service, () => written);
  return {
    url,
    log: () => written,
    admin: async (...args) => {
      const run = promisify(execFile);
      const { stdout, stderr } = await run(process.execPath, [built('admin.js'), ...args], {
        env: all,
        timeout: ADMIN_DEADLINE_MS,
      });
      return stdout + stderr;
    },
    stop: async () => {
      service.kill('SIGTERM');
      const timer = setTimeout(() => service.kill('SIGKILL'), STOP_DEADLINE_MS);
      await ended;
      clearTimeout(timer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
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
