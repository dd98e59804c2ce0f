import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Command, CommanderError } from 'commander';
import { ConfigError, SETTINGS } from './config/config.js';
import { nearestSetting } from './config/nearest-setting.js';

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
  const { envFile } = command.opts<{ envFile?: string }>();
  return envFile === undefined ? env : { ...settingsOf(envFile), ...env };
}

const settingNames = (): string =>
  Object.keys(SETTINGS.shape)
    .map((name) => `  ${name}\n`)
    .join('');

/** Names that an env file may hold for Node, its runtime libraries and the system, which are no settings of ours. */
const FOR_OTHERS = /^(?:NODE_|ORT_|MALLOC_|TZ$|LANG$|LC_)/;

function settingsOf(file: string): Environment {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`--env-file cannot be read: ${reason}`);
  }
  const settings = parseEnv(text);
  for (const name of Object.keys(settings)) {
    if (name in SETTINGS.shape || FOR_OTHERS.test(name)) continue;
    throw new ConfigError(`${file} sets ${name}, which is no setting; did you mean ${nearestSetting(name)}?`);
  }
  return settings;
}
