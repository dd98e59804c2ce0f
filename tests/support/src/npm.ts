import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An installation may have to download everything. */
export const INSTALL_DEADLINE_MS = 900_000;

const run = promisify(execFile);

/** Like .npmrc of this project, for others. */
const QUIET = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };

export const npm = (args: string[], cwd: string): Promise<{ stdout: string }> =>
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd,
    timeout: INSTALL_DEADLINE_MS,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
    env: { ...withoutNpm(), ...QUIET },
  });

/** Variables that the npm of the test run sets for its children must not affect another project. */
export function withoutNpm(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_(registry|cache|userconfig))/i.test(name),
  );
  return Object.fromEntries(kept);
}
