import { posix, win32 } from 'node:path';

/** The environment of the process. */
export interface HostFacts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly homeDir: string;
}

/** The per-user data folder of the platform. */
export function defaultDataDir({ env, platform, homeDir }: HostFacts): string {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'];
    const base =
      local !== undefined && win32.isAbsolute(local) ? local : win32.join(homeDir, 'AppData', 'Local');
    return win32.join(base, 'facet', 'Data');
  }
  if (platform === 'darwin') return posix.join(homeDir, 'Library', 'Application Support', 'facet');
  // The XDG specification says to ignore a relative path.
  const xdg = env['XDG_DATA_HOME'];
  const base = xdg !== undefined && posix.isAbsolute(xdg) ? xdg : posix.join(homeDir, '.local', 'share');
  return posix.join(base, 'facet');
}
