import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const FACET = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

const DEADLINE_MS = 150_000;

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly ended: Promise<Ended>;
}

export interface FacetOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
}

/** Starts the command as a process of its own, in a pipe, as scripts do. */
export function startFacet(args: readonly string[], { cwd, env, input }: FacetOptions = {}): Running {
  const child = spawn(process.execPath, [FACET, ...args], {
    cwd,
    env: { ...withoutFacet(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  child.stdin.on('error', () => undefined).end(input);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => {
      clearTimeout(killTimer);
      resolve({ code, ...written });
    });
  });
  return { process: child, out: () => written.out, ended };
}

export const facet = (args: readonly string[], options: FacetOptions = {}): Promise<Ended> =>
  startFacet(args, options).ended;

/** The settings of whoever runs the tests must not decide them. */
function withoutFacet(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^FACET_(URL|API_KEY|WORKERS)$/.test(name) && !/^(NO|FORCE)_COLOR$/.test(name),
  );
  return Object.fromEntries(kept);
}

/** The JSON values of an output, one a line. */
export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
