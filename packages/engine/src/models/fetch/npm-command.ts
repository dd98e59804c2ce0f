import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { Host } from '../host.js';

/**
 * How to start the user's npm without a shell: a program and its first arguments.
 * On Windows `npm` is a batch file, which node does not spawn without a shell, so npm's own script is found instead.
 */
export function npmCommandOf(
  host: Pick<Host, 'env' | 'platform' | 'execPath'>,
  exists: (path: string) => boolean = existsSync,
): readonly string[] {
  const path = host.platform === 'win32' ? win32 : posix;
  const running = host.env['npm_execpath'];
  // Under yarn or pnpm the variable names their script; npx's lies beside npm's.
  if (running !== undefined && /^np[mx]-cli\.js$/.test(path.basename(running))) {
    const script = path.join(path.dirname(running), 'npm-cli.js');
    if (exists(script)) return [host.execPath, script];
  }
  if (host.platform !== 'win32') return ['npm'];
  const searchPath = Object.entries(host.env).find(([name]) => name.toLowerCase() === 'path')?.[1] ?? '';
  const folders = [path.dirname(host.execPath), ...searchPath.split(path.delimiter)];
  for (const folder of folders.filter((entry) => path.isAbsolute(entry))) {
    const script = path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    if (exists(script)) return [host.execPath, script];
  }
  return ['npm.exe'];
}

/** For every call of npm: errors only, no log file in the home folder, no question about newer versions of npm itself. */
export const NPM_OPTIONS = ['--loglevel=error', '--logs-max=0', '--color=false', '--update-notifier=false'];

const MAX_STDERR = 16_384;

export interface CommandResult {
  readonly status: 'ok' | 'failed' | 'not-started' | 'deadline';
  /** The end of what the program wrote to stderr, or why it could not start. */
  readonly errorText: string;
}

/** Runs a program without a shell and without input, and never waits past the deadline. */
export async function runCommand(command: readonly string[], deadlineMs: number): Promise<CommandResult> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    let errorText = '';
    const end = (status: CommandResult['status'], text = errorText): void => {
      clearTimeout(timer);
      resolve({ status, errorText: text });
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // A grandchild may keep the pipe open; it must not keep us waiting.
      child.stderr.destroy();
      end('deadline');
    }, deadlineMs);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-MAX_STDERR);
    });
    child.on('error', (error) => {
      end('not-started', error.message);
    });
    child.on('close', (code) => {
      end(code === 0 ? 'ok' : 'failed');
    });
  });
}
