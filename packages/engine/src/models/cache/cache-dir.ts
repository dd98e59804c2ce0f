import { posix, win32 } from 'node:path';
import type { Host } from '../host.js';

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
