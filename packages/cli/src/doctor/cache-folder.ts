import { join, posix, win32 } from 'node:path';

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDir: string;
}

/** Where the engine keeps its models: the named folder, or the cache folder of the user. */
export function cacheFolder({ env, platform, homeDir }: Machine): string {
  const named = env['FACET_CACHE_DIR']?.trim();
  if (named !== undefined && named !== '') return named;
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    const base =
      local !== undefined && win32.isAbsolute(local) ? local : win32.join(homeDir, 'AppData', 'Local');
    return win32.join(base, 'facet', 'Cache');
  }
  if (platform === 'darwin') return posix.join(homeDir, 'Library', 'Caches', 'facet');
  const xdg = env['XDG_CACHE_HOME'];
  return join(xdg !== undefined && posix.isAbsolute(xdg) ? xdg : join(homeDir, '.cache'), 'facet');
}
