import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import { CommanderError, type Command } from 'commander';
import { ConfigError, readConfig } from '../../boot/config/config.js';
import type { HostFacts } from '../../boot/config/data-dir.js';
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
    withAdmin: adminOpener(() => readConfig(withEnvFile(host, program)), host.systemUser),
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

/** The settings of the file that `--env-file` names, under those of the environment, as Node's own option has it. */
function withEnvFile(host: AdminHost, program: Command): HostFacts {
  const { envFile } = program.opts<{ envFile?: string }>();
  if (envFile === undefined) return host;
  try {
    return { ...host, env: { ...parseEnv(readFileSync(envFile, 'utf8')), ...host.env } };
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`--env-file must name a file with settings that can be read, but ${fault}.`, {
      cause,
    });
  }
}
