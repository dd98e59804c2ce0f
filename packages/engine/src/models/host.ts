import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

/** What the model store needs to know about the machine; passed in, so that tests can simulate any. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  /** The running node executable. */
  readonly execPath: string;
}

/** The only place in the engine that reads the environment. */
export function currentHost(): Host {
  return {
    env: process.env,
    platform: process.platform,
    homeDir: homeDir(),
    execPath: process.execPath,
  };
}

/** The home folder; `/` for a user without one, as containers often have: then the folders must be given as settings. */
export function homeDir(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** The per-user cache folder of the platform, shared by all checkouts. */
export function defaultCacheDir(host: Pick<Host, 'env' | 'platform' | 'homeDir'>): string {
  const { env, platform, homeDir } = host;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    const base =
      local !== undefined && win32.isAbsolute(local) ? local : win32.join(homeDir, 'AppData', 'Local');
    return win32.join(base, 'facet', 'Cache');
  }
  if (platform === 'darwin') return posix.join(homeDir, 'Library', 'Caches', 'facet');
  // The XDG specification says that relative paths must be ignored.
  const xdg = env['XDG_CACHE_HOME'];
  const base = xdg !== undefined && posix.isAbsolute(xdg) ? xdg : posix.join(homeDir, '.cache');
  return posix.join(base, 'facet');
}
