import { homeDir } from '@facet/engine';
import { UsageError, EXIT, type ExitCode, type Shell } from '../shell.js';

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly workers?: number;
  readonly dataDir?: string;
}

/** Settings of the command, which the server would take for misspelt settings of its own. */
const CLIENT_SETTINGS = ['FACET_URL', 'FACET_API_KEY'];

/** Starts the server in this process. It ends with the process: at a signal, by itself. */
export async function serveHere(flags: ServeFlags, shell: Shell): Promise<ExitCode> {
  const [{ ConfigError, readConfig }, { serve }] = await Promise.all([
    import('@facet/server/config'),
    import('@facet/server/serve'),
  ]);
  const serverSettings = Object.entries(shell.env).filter(([name]) => !CLIENT_SETTINGS.includes(name));
  const env = {
    ...Object.fromEntries(serverSettings),
    ...(flags.port !== undefined && { PORT: flags.port }),
    ...(flags.host !== undefined && { HOST: flags.host }),
    ...(flags.workers !== undefined && { FACET_WORKERS: String(flags.workers) }),
    ...(flags.dataDir !== undefined && { FACET_DATA_DIR: flags.dataDir }),
  };
  try {
    await serve(readConfig({ env, platform: process.platform, homeDir: homeDir() }));
    return EXIT.done;
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}
