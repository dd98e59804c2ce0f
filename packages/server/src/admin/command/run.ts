import type { Writable } from 'node:stream';
import { CommanderError, type Command } from 'commander';
import { ConfigError, readConfig } from '../../boot/config/config.js';
import type { HostFacts } from '../../boot/config/data-dir.js';
import { withEnvFile } from '../../boot/config/env-file.js';
import type { AdminInput } from './command-context.js';
import { adminOpener } from './admin-context.js';
import { adminProgram } from './program.js';

interface AdminHost extends HostFacts {
  readonly input: AdminInput;
  readonly out: Writable;
  readonly err: Writable;
  /** Who runs the command, as the system knows them. */
  readonly systemUser: string;
}

export const DONE = 0;
export const FAILED = 1;
const WRONG_USE = 2;

/** Runs one command to its end; what it resolves to is the exit code. */
export async function runAdmin(args: readonly string[], host: AdminHost): Promise<number> {
  const say = (text: string): void => {
    host.err.write(`${text}\n`);
  };
  const program: Command = adminProgram({
    withAdmin: adminOpener(
      () => readConfig({ ...host, env: withEnvFile(program.opts<{ envFile?: string }>().envFile, host.env) }),
      host.systemUser,
    ),
    input: host.input,
    out: host.out,
    err: host.err,
    note: say,
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return DONE;
  } catch (error) {
    // The problem with the arguments has already been printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USE;
    say(`error: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof ConfigError ? WRONG_USE : FAILED;
  }
}
