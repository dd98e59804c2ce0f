import { homeDir } from '@facet/engine';
import { UsageError, EXIT, type ExitCode, type Shell } from '../shell.js';

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly workers?: number;
  readonly dataDir?: string;
}

/** Settings of the command's own, which the server would take for misspelt ones of its own. */
const NOT_THE_SERVERS = ['FACET_URL', 'FACET_USER_ID'];

/** Starts the server in this process. It ends with the process: at a signal, by itself. */
export async function serveHere(flags: ServeFlags, shell: Shell): Promise<ExitCode> {
  const [{ ConfigError, readConfig }, { serve }] = await Promise.all([
    import('@facet/server/config'),
    import('@facet/server/serve'),
  ]);
  const own = Object.entries(shell.env).filter(([name]) => !NOT_THE_SERVERS.includes(name));
  const env = {
    ...Object.fromEntries(own),
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
