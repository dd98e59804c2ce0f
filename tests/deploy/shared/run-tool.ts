import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const DEADLINE_MS = 90_000;

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface ToolRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface ToolOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly deadlineMs?: number;
}

/** Runs a program to its end. One that is not installed is a failure that says how to get it. */
export async function runTool(
  program: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolRun> {
  const { input = '', env, cwd = ROOT, deadlineMs = DEADLINE_MS } = options;
  const child = spawn(program, args, {
    cwd,
    env: env === undefined ? process.env : { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: deadlineMs,
  });
  const written = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) => {
      reject(new Error(`${program} cannot be run; scripts/ci-deploy-tools.sh installs it.`, { cause }));
    });
    child.once('close', resolve);
  });
  return { code, ...written };
}
