import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, SETTINGS } from './config.js';
import { nearestSetting } from './nearest-setting.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Names for Node, the libraries that it loads and the system, which are no settings of ours. */
const FOR_OTHERS = /^(?:NODE_|ORT_|MALLOC_|TZ$|LANG$|LC_)/;

/** The settings of the file that `--env-file` names, under those of the environment, as Node's own option has it. */
export function withEnvFile(file: string | undefined, env: Environment): Environment {
  if (file === undefined) return env;
  const settings = parseEnv(read(file));
  for (const name of Object.keys(settings)) {
    if (name in SETTINGS.shape || FOR_OTHERS.test(name)) continue;
    throw new ConfigError(`${file} sets ${name}, which is no setting; did you mean ${nearestSetting(name)}?`);
  }
  return { ...settings, ...env };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`--env-file must name a file with settings that can be read, but ${fault}.`, {
      cause,
    });
  }
}
