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

/** How a command ended; a server stays. */
export type CommandEnd = ExitCode | 'stays';
