import { Command, CommanderError } from 'commander';
import { ConfigError, SETTINGS } from './config/config.js';
import { withEnvFile } from './config/env-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface CommandLine {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly version: string;
  /** To standard output. */
  readonly write: (text: string) => void;
}

/** The environment that settings are read from, the env file's included; null if only help or the version was wanted. */
export function environmentOf({ args, env, version, write }: CommandLine): Environment | null {
  const command = new Command('facet-server')
    .description('Serves Facet until SIGTERM or SIGINT. Settings are environment variables.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .option(
      '--env-file <file>',
      'read settings from a file of NAME=value lines; the environment overrides it',
    )
    .allowExcessArguments(false)
    .addHelpText('after', `\nSettings (docs/configuration.md describes them):\n${settingNames()}`)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => undefined });
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    throw new ConfigError(`${error.message.replace(/^error: /, '')}\nfacet-server --help lists the options.`);
  }
  return withEnvFile(command.opts<{ envFile?: string }>().envFile, env);
}

const settingNames = (): string =>
  Object.keys(SETTINGS.shape)
    .map((name) => `  ${name}\n`)
    .join('');
