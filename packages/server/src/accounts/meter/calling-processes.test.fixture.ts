import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CallingOrder } from './calling-process.test.fixture.js';

/** As built: a process of its own cannot read TypeScript. */
const PROGRAM = fileURLToPath(
  new URL('../../../dist/accounts/meter/calling-process.test.fixture.js', import.meta.url),
);
const DEADLINE_MS = 50_000;

export interface CallingProcess {
  readonly lines: readonly string[];
  /** Until it has printed this many lines in total. */
  said(count: number): Promise<void>;
  go(): void;
  kill(): Promise<void>;
  /** The exit code, when it has ended by itself. */
  ended(): Promise<number | null>;
}

export async function startCalling(order: CallingOrder): Promise<CallingProcess> {
  if (!existsSync(PROGRAM))
    throw new Error(`${PROGRAM} is missing: build first (npx tsc -b packages/server).`);
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const exit = once(child, 'close') as Promise<[number | null]>;
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  const process_: CallingProcess = {
    lines,
    said: (count) => until(() => lines.length >= count, child),
    go: () => child.stdin.write('go\n'),
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
    ended: async () => (await exit)[0],
  };
  await process_.said(1);
  return process_;
}

async function until(isSo: () => boolean, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!isSo()) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('The calling process did not do what was asked of it.');
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
