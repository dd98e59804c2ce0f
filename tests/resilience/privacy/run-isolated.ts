import { ISOLATED_MAIN, isolatedEnv, makeIsolatedFolder, type IsolatedFolder } from '@facet/test-support';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';

const DEADLINE_MS = 120_000;

/** For the time of a test. */
export async function isolatedFolder(): Promise<IsolatedFolder> {
  const folder = await makeIsolatedFolder();
  onTestFinished(() => folder.remove());
  return folder;
}

interface IsolatedRun {
  /** Resolves at its end with what it wrote. */
  readonly ended: Promise<{ readonly code: number | null; readonly written: string }>;
  readonly stop: () => Promise<void>;
}

/** Runs a program that is no service. */
export function runIsolated(
  folder: IsolatedFolder,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): IsolatedRun {
  const child = spawn(process.execPath, [ISOLATED_MAIN], {
    env: { PATH: process.env['PATH'], ...isolatedEnv(folder, command), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  let written = '';
  const note = (chunk: Buffer): string => (written += chunk.toString());
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, written }));
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A program that Node evaluates in the checkout. */
export const evaluated = (program: string): readonly string[] => [process.execPath, '--eval', program];

/** onnxruntime as it is by default. It stays, because it reports after some seconds. */
const REPORTING = evaluated(`
  require('onnxruntime-node').InferenceSession.create('packages/engine/weights/detector.onnx');
  setTimeout(() => {}, ${DEADLINE_MS});`);

/**
 * Starts a program that reports, and waits until it has: another that runs since before would have reported by then,
 * too. Fails if what the tests look for does not show: the look-up, and files in home and temporary folder.
 */
export async function untilOthersReport(): Promise<void> {
  const folder = await isolatedFolder();
  const run = runIsolated(folder, REPORTING);
  try {
    await expect.poll(async () => (await folder.record()).lookups, { timeout: 60_000 }).not.toEqual([]);
    expect(await folder.filesIn('home')).not.toEqual([]);
    expect(await folder.filesIn('tmp')).not.toEqual([]);
  } finally {
    await run.stop();
  }
}

/** The program has ended, and left no file but in its data and cache folders. */
export async function expectNoTrace(folder: IsolatedFolder): Promise<void> {
  expect((await folder.record()).end?.changedFiles).toEqual([]);
  expect(await folder.filesIn('home')).toEqual([]);
  expect(await folder.filesIn('tmp')).toEqual([]);
}

/** Every name and connection was recorded one by one, and none is missing by the kernel's count. */
export async function expectOnly(
  folder: IsolatedFolder,
  expected: { readonly lookups: readonly string[]; readonly connections: readonly string[] },
): Promise<void> {
  const { lookups, connections, end } = await folder.record();
  expect({ lookups, connections }).toEqual(expected);
  expect(end).toMatchObject({ otherConnections: 0, otherPackets: 0 });
}

export const NOTHING = { lookups: [], connections: [] } as const;
