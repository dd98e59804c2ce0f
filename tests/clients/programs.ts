import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const DEADLINE_MS = 240_000;

/** Where there is one, the Python for which scripts/ci-client-tools.sh installs packages. */
export const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

export interface Run {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program of another language and gives back what it wrote. A missing one fails with how to get it. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: Run,
): Promise<string> {
  try {
    const options = {
      cwd,
      env: { ...process.env, ...env },
      timeout: DEADLINE_MS,
      maxBuffer: 16 * 1024 * 1024,
    };
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return stdout + stderr;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} is not installed, so its tests cannot run; run scripts/ci-client-tools.sh.`,
        {
          cause: error,
        },
      );
    const written =
      'stdout' in error && 'stderr' in error ? `${String(error.stdout)}\n${String(error.stderr)}` : '';
    throw new Error(`${program} ${args.join(' ')} failed:\n${written}`, { cause: error });
  }
}
