/** The process that a command runs in. */
export interface Shell {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
}

/** The exit codes of the command. */
export const EXIT = {
  done: 0,
  /** Some photos failed, or the run had to stop; what was done is kept. */
  failed: 1,
  usage: 2,
  /** Ctrl-C: 128 and the number of the signal, as shells count. */
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** How a command ended. A server keeps running. */
export type CommandEnd = ExitCode | 'stays';

/** The command line is wrong. The message says how to correct it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The run cannot continue, for a reason other than a single photo. The message says what to do. */
export class RunError extends Error {
  override readonly name = 'RunError';
}
