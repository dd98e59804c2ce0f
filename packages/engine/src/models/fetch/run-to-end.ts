import { spawn } from 'node:child_process';

const KEPT_STDERR = 16_384;

export interface Ending {
  readonly outcome: 'ok' | 'failed' | 'not-started' | 'deadline';
  /** The end of what the program wrote to stderr, or why it could not start. */
  readonly errorText: string;
}

/** Runs a program without a shell and without input, and never waits past the deadline. */
export async function runToEnd(command: readonly string[], deadlineMs: number): Promise<Ending> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
    let errorText = '';
    const end = (outcome: Ending['outcome'], text = errorText): void => {
      clearTimeout(timer);
      resolve({ outcome, errorText: text });
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      // A grandchild may hold the pipe open; it must not hold us.
      child.stderr.destroy();
      end('deadline');
    }, deadlineMs);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorText = (errorText + text).slice(-KEPT_STDERR);
    });
    child.on('error', (error) => {
      end('not-started', error.message);
    });
    child.on('close', (code) => {
      end(code === 0 ? 'ok' : 'failed');
    });
  });
}
