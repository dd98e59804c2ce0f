import { homeDir } from './home-dir.js';

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
