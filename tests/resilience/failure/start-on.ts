import { freePort, SERVER_MAIN, type StartedService } from '@facet/test-support';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startTarget } from '../shared/service.js';

/** Long enough for a loaded machine, and shorter than callers wait. */
const FACET_DEADLINE_MS = '50000';

/** The service on a data folder that outlives it. */
export const startOn = (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StartedService> =>
  startTarget({ FACET_WORKERS: '2', FACET_DATA_DIR: dataDir, FACET_DEADLINE_MS, ...env });

/** The same, stopped at the end of the test at the latest. */
export async function startForTest(...where: Parameters<typeof startOn>): Promise<StartedService> {
  const service = await startOn(...where);
  onTestFinished(async () => {
    await service.stop();
  });
  return service;
}

/** Kills the process with SIGKILL, and resolves when it is gone. */
export async function killWith({ process: child }: StartedService, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

export interface FailedStart {
  readonly code: number | null;
  /** What it wrote for the operator. */
  readonly said: string;
}

const START_DEADLINE_MS = 60_000;

/** Starts the service where it cannot start, and returns how it ended; null if it had to be killed. */
export async function failToStart(env: Readonly<Record<string, string>>): Promise<FailedStart> {
  const settings = { ...process.env, PORT: String(await freePort()), FACET_WORKERS: '1', ...env };
  const child = spawn(process.execPath, [SERVER_MAIN], {
    env: settings,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: START_DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

/** A folder for the time of a test. */
export async function temporaryFolder(): Promise<{
  readonly path: string;
  readonly remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'facet-failure-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
