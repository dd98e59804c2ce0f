import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DatabaseOptions } from '../../db/open-database.js';
import { runAdmin } from './run.js';

const COMMAND = fileURLToPath(new URL('../../../dist/admin/command/main.js', import.meta.url));
const DEADLINE_MS = 60_000;

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Admin = (
  args: readonly string[],
  more?: { input?: string; isTerminal?: boolean; env?: Record<string, string> },
) => Promise<Ran>;

/** Nothing of the tester's own settings. */
const settingsFor = (
  { url, dataDir }: DatabaseOptions,
  more: Record<string, string>,
): Record<string, string> => ({
  FACET_DATA_DIR: dataDir,
  ...(url !== undefined && { DATABASE_URL: url }),
  ...more,
});

/** The command within this process, on the database at that place. */
export const adminOn =
  (place: DatabaseOptions): Admin =>
  async (args, { input = '', isTerminal = false, env = {} } = {}) => {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const shown = Promise.all([text(out), text(err)]);
    const code = await runAdmin(args, {
      env: settingsFor(place, env),
      platform: 'linux',
      homeDir: place.dataDir,
      input: Object.assign(Readable.from([input]), { isTTY: isTerminal }),
      out,
      err,
      systemUser: 'tester',
    });
    out.end();
    err.end();
    const [stdout, stderr] = await shown;
    return { code, stdout, stderr };
  };

/** The built command as a process of its own: the same, with all that a process adds. */
export const adminProcessOn =
  (place: DatabaseOptions): Admin =>
  async (args, { input = '', env = {} } = {}) => {
    if (!existsSync(COMMAND)) throw new Error('The command is not built; run npm run build.');
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env: settingsFor(place, env),
      timeout: DEADLINE_MS,
    });
    // A command that does not ask for input may be gone before it is written.
    child.stdin.on('error', () => undefined).end(input);
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  };

/** The result of a command that must succeed. */
export async function done(running: Promise<Ran>): Promise<string> {
  const { code, stdout, stderr } = await running;
  if (code !== 0) throw new Error(`The command ended with ${String(code)}: ${stderr}`);
  return stdout;
}
